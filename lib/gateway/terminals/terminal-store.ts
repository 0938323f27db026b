import { db } from "@/lib/db/client";
import type { AuthenticationPlace as StoredPlace, Terminal as TerminalRow } from "@/lib/db/generated/client";
import { env } from "@/lib/kit/env";
import { seal, unseal } from "@/lib/kit/secrets/crypto";
import type { SealedColumn } from "@/lib/kit/secrets/sealed-column";
import type { Currency } from "@/lib/reference/currencies";
import type { Platform } from "@/lib/reference/platforms";

const passwordSeal = "terminal password";
const gatewayKeySeal = "terminal gateway key";

export const terminalSealedColumns: readonly SealedColumn[] = [
  { table: "terminal", column: "sealed_password", key: ["id"], purpose: passwordSeal },
  { table: "terminal", column: "sealed_gateway_key", key: ["id"], purpose: gatewayKeySeal },
];

/** The credentials of a merchant account at the gateway. */
export type Credentials = {
  merchantId: string;
  password: string;
  gatewayKey: string | null;
  /** The gateway that issued the credentials. They are never sent to another one. */
  baseAddress?: string;
};

export type Terminal = { id: string; platform: Platform; currency: Currency; credentials: Credentials };

function unsealed({ id, platform, currency, ...row }: TerminalRow): Terminal {
  const { merchantId, baseAddress, sealedGatewayKey } = row;
  const password = unseal(passwordSeal, id, row.sealedPassword);
  const gatewayKey = sealedGatewayKey && unseal(gatewayKeySeal, id, sealedGatewayKey);
  return { id, platform, currency, credentials: { merchantId, baseAddress, password, gatewayKey } };
}

/** The terminals of the gateway that POWERTRANZ_URL names. */
const ofThisGateway = () => ({ baseAddress: env().POWERTRANZ_URL, disabledAt: null });

export async function findTerminal(platform: Platform, currency: Currency): Promise<Terminal | null> {
  const row = await db().terminal.findFirst({ where: { platform, currency, ...ofThisGateway() } });
  return row && unsealed(row);
}

export async function hasTerminal(platform: Platform, currency: Currency): Promise<boolean> {
  return (await db().terminal.count({ where: { platform, currency, ...ofThisGateway() } })) > 0;
}

/** True after the first terminal of this gateway was added. A disabled one may still have open work. */
export async function hadTerminal(): Promise<boolean> {
  return (await db().terminal.count({ where: { baseAddress: env().POWERTRANZ_URL } })) > 0;
}

export type TerminalChoice = { platform?: Platform | undefined; currency?: Currency | undefined };

/** The terminals that take charges now. Without a platform or currency, those of all. */
export async function findActiveTerminals({ platform, currency }: TerminalChoice): Promise<Terminal[]> {
  const rows = await db().terminal.findMany({
    where: { ...(platform && { platform }), ...(currency && { currency }), ...ofThisGateway() },
    orderBy: [{ platform: "asc" }, { currency: "asc" }],
  });
  return rows.map(unsealed);
}

/**
 * Finds the terminal of an earlier charge, disabled or not. Its credentials may have been replaced since, so those of
 * the newest terminal of the same merchant account are used.
 */
export async function loadTerminal(id: string): Promise<Terminal> {
  const own = await db().terminal.findUniqueOrThrow({ where: { id } });
  const { platform, currency, merchantId, baseAddress } = own;
  const newest = await db().terminal.findFirst({
    where: { merchantId, baseAddress },
    orderBy: [{ disabledAt: { sort: "asc", nulls: "first" } }, { createdAt: "desc" }],
  });
  return { id, platform, currency, credentials: unsealed(newest ?? own).credentials };
}

/** The database refuses a second active terminal of one platform, currency and gateway. */
export async function insertTerminal({ credentials, ...terminal }: Terminal & { createdAt: Date }): Promise<void> {
  const { id } = terminal;
  const { merchantId, password, gatewayKey } = credentials;
  await db().terminal.create({
    data: {
      ...terminal,
      merchantId,
      baseAddress: env().POWERTRANZ_URL,
      sealedPassword: new Uint8Array(seal(passwordSeal, id, password)),
      sealedGatewayKey: gatewayKey === null ? null : new Uint8Array(seal(gatewayKeySeal, id, gatewayKey)),
    },
  });
}

/** Lists all terminals without their secrets, disabled ones and those of other gateways included. */
export function findTerminals() {
  return db().terminal.findMany({
    omit: { sealedPassword: true, sealedGatewayKey: true },
    orderBy: [{ platform: "asc" }, { currency: "asc" }, { createdAt: "asc" }],
  });
}

/** Returns false if the terminal does not exist or is disabled already. */
export async function disableTerminal(id: string, disabledAt: Date): Promise<boolean> {
  const { count } = await db().terminal.updateMany({ where: { id, disabledAt: null }, data: { disabledAt } });
  return count === 1;
}

/** The answers of the gateway that contain the result of 3DS. */
export type AuthenticationPlace = StoredPlace;

/** Records in which answers of this terminal certification found the result of 3DS. */
export async function recordAuthenticationPlace(
  id: string,
  authenticationIn: AuthenticationPlace,
  certifiedAt: Date,
): Promise<void> {
  await db().terminal.update({ where: { id }, data: { authenticationIn, certifiedAt } });
}

/**
 * Returns the latest finding of certification for a platform and currency, or null without one. Production cannot be
 * certified with test cards, so the finding of the staging terminal also holds for the terminal of production.
 */
export async function findAuthenticationPlace(
  platform: Platform,
  currency: Currency,
): Promise<AuthenticationPlace | null> {
  const certified = await db().terminal.findFirst({
    where: { platform, currency, certifiedAt: { not: null } },
    orderBy: { certifiedAt: "desc" },
  });
  return certified?.authenticationIn ?? null;
}

/**
 * Which payers without full 3DS authentication a platform accepts. `allowsUnconfirmed` is about results of 3DS that
 * only the payer's browser reports. It is null until the operator chooses.
 */
export type AuthenticationPolicy = {
  allowsUnavailable: boolean;
  allowsUnsupported: boolean;
  allowsUnconfirmed: boolean | null;
};

const policyDefault: AuthenticationPolicy = {
  allowsUnavailable: false,
  allowsUnsupported: true,
  allowsUnconfirmed: null,
};

export async function readPolicy(platform: Platform): Promise<AuthenticationPolicy> {
  return (await db().authenticationPolicy.findUnique({ where: { platform } })) ?? policyDefault;
}

export async function writePolicy(platform: Platform, values: AuthenticationPolicy): Promise<void> {
  await db().authenticationPolicy.upsert({ where: { platform }, create: { platform, ...values }, update: values });
}
