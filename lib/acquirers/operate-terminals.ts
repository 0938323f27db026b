import { isDeepStrictEqual } from "node:util";
import { operator, platformChain, recordBy } from "@/lib/audit/record";
import { inTransaction, isUniqueViolation } from "@/lib/db/client";
import type { Credentials } from "@/lib/gateway/terminals/terminal-store";
import {
  type AuthenticationPlace,
  type AuthenticationPolicy,
  disableTerminal,
  findTerminals,
  insertTerminal,
  readPolicy,
  recordAuthenticationPlace,
  writePolicy,
} from "@/lib/gateway/terminals/terminal-store";
import { now } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { AppError, invalidField } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import { type Currency, currenciesOf } from "@/lib/reference/currencies";
import { type Platform, platformCodes } from "@/lib/reference/platforms";

/** Changes of the live acquirer's terminals. Each is recorded in the audit chain of the platform, without secrets. */

export type AddedTerminal = { id: string; baseAddress: string };

/** Adds a terminal for the gateway that POWERTRANZ_URL names. */
export async function addTerminal(
  platform: Platform,
  currency: Currency,
  credentials: Credentials,
): Promise<AddedTerminal> {
  checkTerminal(platform, currency, credentials);
  const { merchantId } = credentials;
  const added = { id: newUlid(), baseAddress: env().POWERTRANZ_URL };
  try {
    await inTransaction(async () => {
      await insertTerminal({ id: added.id, platform, currency, credentials, createdAt: now() });
      const detail = { platform, currency, merchant_id: merchantId, gateway: added.baseAddress };
      await recordBy(operator, platformChain, "terminal.added", { subject: added.id, detail });
    });
  } catch (error) {
    throw isUniqueViolation(error) ? await terminalExists(platform, currency) : error;
  }
  return added;
}

const merchantIdPattern = /^[\w-]{1,32}$/;
/** A credential is sent as an HTTP header, so spaces at its ends would be lost. */
const credentialPattern = /^(?! )[ -~]{1,255}(?<! )$/;
const credentialRule = "must have 1 to 255 printable ASCII characters, and no space at its ends.";

function checkTerminal(platform: Platform, currency: Currency, { merchantId, password, gatewayKey }: Credentials) {
  if (!currenciesOf(platform).includes(currency)) throw invalidField("currency", `is not available in ${platform}.`);
  if (!merchantIdPattern.test(merchantId)) {
    throw invalidField("merchant_id", "must have 1 to 32 letters, digits, hyphens or underscores.");
  }
  if (!credentialPattern.test(password)) throw invalidField("password", credentialRule);
  if (gatewayKey !== null && !credentialPattern.test(gatewayKey)) throw invalidField("gateway_key", credentialRule);
}

async function terminalExists(platform: Platform, currency: Currency): Promise<AppError> {
  const active = (await findTerminals()).find(
    (terminal) => terminal.platform === platform && terminal.currency === currency && stateOf(terminal) === "active",
  );
  const which = `An active terminal for ${currency} in ${platform} exists already`;
  return new AppError("conflict", `${which}${active ? `: ${active.id}` : ""}. Disable it first.`);
}

/** A terminal of another gateway is not used while POWERTRANZ_URL names this one. */
export type TerminalState = "active" | "disabled" | "of another gateway";

function stateOf({ disabledAt, baseAddress }: { disabledAt: Date | null; baseAddress: string }): TerminalState {
  if (disabledAt) return "disabled";
  return baseAddress === env().POWERTRANZ_URL ? "active" : "of another gateway";
}

/** All terminals of all gateways, disabled ones included. The result contains no secret. */
export async function listTerminals() {
  return (await findTerminals()).map((terminal) => ({ ...terminal, state: stateOf(terminal) }));
}

/** A disabled terminal takes no new charges. It still refunds and voids its earlier ones. */
export async function disableTerminalOrThrow(id: string): Promise<void> {
  await inTransaction(async () => {
    const terminal = (await findTerminals()).find((known) => known.id === id);
    if (!terminal) throw new AppError("not_found", `Unknown terminal: ${id}.`);
    if (!(await disableTerminal(id, now()))) throw new AppError("conflict", "The terminal is disabled already.");
    const { platform, currency, merchantId, baseAddress } = terminal;
    const detail = { platform, currency, merchant_id: merchantId, gateway: baseAddress };
    await recordBy(operator, platformChain, "terminal.disabled", { subject: id, detail });
  });
}

export async function listPolicies(): Promise<(AuthenticationPolicy & { platform: Platform })[]> {
  return Promise.all(platformCodes.map(async (platform) => ({ platform, ...(await readPolicy(platform)) })));
}

/** Records in which answers of the gateway certification found the result of 3DS. */
export async function recordCertification(id: string, authenticationIn: AuthenticationPlace): Promise<void> {
  await inTransaction(async () => {
    await recordAuthenticationPlace(id, authenticationIn, now());
    const detail = { authentication_in: authenticationIn };
    await recordBy(operator, platformChain, "terminal.certified", { subject: id, detail });
  });
}

/** Changes the given parts of a policy. An unchanged policy adds no audit entry. */
export async function changePolicy(platform: Platform, change: Partial<AuthenticationPolicy>): Promise<void> {
  await inTransaction(async () => {
    const before = await readPolicy(platform);
    const after = { ...before, ...change };
    if (isDeepStrictEqual(before, after)) return;
    await writePolicy(platform, after);
    const detail = {
      platform,
      allows_unavailable: after.allowsUnavailable,
      allows_unsupported: after.allowsUnsupported,
      ...(after.allowsUnconfirmed !== null && { allows_unconfirmed: after.allowsUnconfirmed }),
    };
    await recordBy(operator, platformChain, "authentication_policy.changed", { detail });
  });
}
