import { isDeepStrictEqual } from "node:util";
import { operator, platformChain, recordBy } from "@/lib/audit/record";
import { inTransaction, isUniqueViolation } from "@/lib/db/client";
import { acquirers, isTestTerminal } from "@/lib/gateway/registry";
import {
  type Credentials,
  type CredentialsContract,
  type EnteredCredentials,
  readCredentials,
} from "@/lib/gateway/terminals/credentials";
import {
  type AuthenticationPlace,
  type AuthenticationPolicy,
  disableTerminal,
  findTerminals,
  insertTerminal,
  lockTerminals,
  readPolicy,
  recordAuthenticationPlace,
  writeOrder,
  writePolicy,
} from "@/lib/gateway/terminals/terminal-store";
import { now } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { AppError, invalidField } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import { type Currency, currenciesOf } from "@/lib/reference/currencies";
import { type Platform, platformCodes } from "@/lib/reference/platforms";

/** Changes of the terminals. Each is recorded in the audit chain of the platform, without secrets. */

export type EnteredTerminal = EnteredCredentials & { acquirer: string; platform: Platform; currency: Currency };

export type AddedTerminal = { id: string; baseAddress: string };

/** Adds a terminal at the end of the order. */
export async function addTerminal(entered: EnteredTerminal): Promise<AddedTerminal> {
  const { acquirer, platform, currency } = entered;
  const credentials = readTerminal(entered);
  const { baseAddress, merchantId } = credentials;
  const id = newUlid();
  try {
    await inTransaction(async () => {
      await insertTerminal({ id, acquirer, platform, currency, credentials, createdAt: now() });
      const detail = { acquirer, platform, currency, merchant_id: merchantId, gateway: baseAddress };
      await recordBy(operator, platformChain, "terminal.added", { subject: id, detail });
    });
  } catch (error) {
    throw isUniqueViolation(error) ? await terminalExists(platform, currency, credentials) : error;
  }
  return { id, baseAddress };
}

/** What an operator enters for a terminal of this acquirer. */
export function contractOf(acquirer: string): CredentialsContract {
  const known = Object.entries(acquirers).filter(([, { isSimulated }]) => !isSimulated || !env().isProduction);
  const [, found] = known.find(([name]) => name === acquirer) ?? [];
  if (!found) throw invalidField("acquirer", `must be ${known.map(([name]) => name).join(" or ")}.`);
  return found.credentials;
}

/** The credentials of a terminal that an operator enters. Throws with one sentence about what is wrong. */
export function readTerminal({ acquirer, platform, currency, ...entered }: EnteredTerminal): Credentials {
  const contract = contractOf(acquirer);
  if (!currenciesOf(platform).includes(currency)) throw invalidField("currency", `is not available in ${platform}.`);
  return readCredentials(contract, entered);
}

async function terminalExists(platform: Platform, currency: Currency, added: Credentials): Promise<AppError> {
  const same = (await listTerminals()).find(
    (terminal) =>
      terminal.platform === platform &&
      terminal.currency === currency &&
      terminal.baseAddress === added.baseAddress &&
      terminal.merchantId === added.merchantId &&
      terminal.state !== "disabled",
  );
  const which = `The merchant account has a terminal for ${currency} in ${platform} already`;
  return new AppError("conflict", `${which}${same ? `: ${same.id}` : ""}. Disable it first.`);
}

/** A waiting terminal is not in the order, so it takes no new charges. */
export type TerminalState = "active" | "disabled" | "waiting";

function stateOf({ disabledAt, position }: { disabledAt: Date | null; position: number | null }): TerminalState {
  if (disabledAt) return "disabled";
  return position ? "active" : "waiting";
}

/** All terminals of all gateways in their order, disabled ones included. The result contains no secret. */
export async function listTerminals() {
  return (await findTerminals()).map((terminal) => ({
    ...terminal,
    state: stateOf(terminal),
    /** Its charges move no money. */
    isTest: isTestTerminal(terminal),
  }));
}

type ListedTerminal = Awaited<ReturnType<typeof listTerminals>>[number];

const isOfSame = (one: ListedTerminal, other: ListedTerminal): boolean =>
  one.platform === other.platform && one.currency === other.currency;

/**
 * A disabled terminal takes no new charges. It still refunds and voids its earlier ones. The last active one of a
 * platform and currency is disabled only with `evenLast`.
 */
export async function disableTerminalOrThrow(id: string, { evenLast = false } = {}): Promise<void> {
  await inTransaction(async () => {
    await lockTerminals();
    const all = await listTerminals();
    const terminal = findIn(all, id);
    if (terminal.state === "disabled") throw new AppError("conflict", "The terminal is disabled already.");
    const { platform, currency, merchantId, baseAddress, acquirer } = terminal;
    const others = all.filter((other) => other !== terminal && other.state === "active" && isOfSame(other, terminal));
    if (terminal.state === "active" && others.length === 0 && !evenLast) {
      const what = `It is the last active terminal for ${currency} in ${platform}`;
      throw new AppError("conflict", `${what}: add another one first, or refuse payments there with --even-last.`);
    }
    await disableTerminal(id, now());
    const detail = { acquirer, platform, currency, merchant_id: merchantId, gateway: baseAddress };
    await recordBy(operator, platformChain, "terminal.disabled", { subject: id, detail });
  });
}

function findIn(all: readonly ListedTerminal[], id: string): ListedTerminal {
  const terminal = all.find((known) => known.id === id);
  if (!terminal) throw new AppError("not_found", `Unknown terminal: ${id}.`);
  return terminal;
}

/**
 * Sets the order in which the terminals of a platform and currency take new charges. It names every active terminal, so
 * that none is forgotten. A waiting one becomes active.
 */
export async function orderTerminals(ids: readonly string[]): Promise<ListedTerminal[]> {
  return inTransaction(async () => {
    await lockTerminals();
    const all = await listTerminals();
    const ordered = ids.map((id) => findIn(all, id));
    const [first] = ordered;
    if (!first) throw invalidField("order", "must name at least one terminal.");
    for (const terminal of ordered) checkPlace(terminal, first);
    if (new Set(ids).size < ids.length) throw invalidField("order", "must name each terminal once.");
    const missing = all.filter((one) => one.state === "active" && isOfSame(one, first) && !ids.includes(one.id));
    if (missing.length > 0) {
      const names = missing.map(({ id }) => id).join(", ");
      throw invalidField("order", `must also name ${names}, or disable it first.`);
    }
    await writeOrder(ids);
    const { platform, currency } = first;
    await recordBy(operator, platformChain, "terminals.ordered", {
      detail: { platform, currency, order: ids.join(" ") },
    });
    return ordered;
  });
}

function checkPlace(terminal: ListedTerminal, first: ListedTerminal): void {
  if (terminal.state === "disabled") throw new AppError("conflict", `Terminal ${terminal.id} is disabled.`);
  if (isOfSame(terminal, first)) return;
  const [one, other] = [first, terminal].map(({ id, platform, currency }) => `${id} is for ${currency} in ${platform}`);
  throw new AppError("conflict", `${one}, but ${other}: order each platform and currency for itself.`);
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
