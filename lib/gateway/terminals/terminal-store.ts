import { db, query } from "@/lib/db/client";
import type { AuthenticationPlace as StoredPlace, Terminal as TerminalRow } from "@/lib/db/generated/client";
import { sql } from "@/lib/db/sql";
import { seal, unseal } from "@/lib/kit/secrets/crypto";
import type { SealedColumn } from "@/lib/kit/secrets/sealed-column";
import type { Currency } from "@/lib/reference/currencies";
import type { Platform } from "@/lib/reference/platforms";
import type { Credentials } from "./credentials";

const credentialsSeal = "terminal credentials";
/** Of terminals that an earlier release added. */
const passwordSeal = "terminal password";
const gatewayKeySeal = "terminal gateway key";

export const terminalSealedColumns: readonly SealedColumn[] = [
  { table: "terminal", column: "sealed_credentials", key: ["id"], purpose: credentialsSeal },
  { table: "terminal", column: "sealed_password", key: ["id"], purpose: passwordSeal },
  { table: "terminal", column: "sealed_gateway_key", key: ["id"], purpose: gatewayKeySeal },
];

export type Terminal = {
  id: string;
  /** The name of the acquirer in the registry. */
  acquirer: string;
  platform: Platform;
  currency: Currency;
  credentials: Credentials;
};

const toTerminal = ({ id, acquirer, platform, currency, ...row }: TerminalRow): Terminal => ({
  id,
  acquirer,
  platform,
  currency,
  credentials: { baseAddress: row.baseAddress, merchantId: row.merchantId, secrets: secretsOf({ id, ...row }) },
});

type SealedSecrets = Pick<TerminalRow, "id" | "sealedCredentials" | "sealedPassword" | "sealedGatewayKey">;

function secretsOf({ id, sealedCredentials, sealedPassword, sealedGatewayKey }: SealedSecrets): Credentials["secrets"] {
  // The cast is safe, because only this file writes the column.
  if (sealedCredentials) return JSON.parse(unseal(credentialsSeal, id, sealedCredentials)) as Credentials["secrets"];
  return {
    ...(sealedPassword && { password: unseal(passwordSeal, id, sealedPassword) }),
    ...(sealedGatewayKey && { gateway_key: unseal(gatewayKeySeal, id, sealedGatewayKey) }),
  };
}

/** What a choice of a terminal needs to know. Position 0 means that the operator has not put it into the order. */
export type TerminalPlace = Pick<
  TerminalRow,
  "id" | "acquirer" | "baseAddress" | "merchantId" | "platform" | "currency"
>;

export type ServedMoney = { platform: Platform; currency: Currency };

const isActive = { disabledAt: null, position: { gt: 0 } } as const;
const inOrder = [{ position: "asc" }, { createdAt: "asc" }] as const;

const asPlace = {
  ...{ id: true, acquirer: true, baseAddress: true },
  ...{ merchantId: true, platform: true, currency: true },
} as const;

/** The terminals that take new charges, in the operator's order. */
export function findOrder({ platform, currency }: ServedMoney): Promise<TerminalPlace[]> {
  return db().terminal.findMany({ where: { platform, currency, ...isActive }, orderBy: [...inOrder], select: asPlace });
}

/** The platforms and currencies that have a terminal which takes new charges. */
export const findServedMoney = (): Promise<ServedMoney[]> =>
  db().terminal.findMany({
    where: isActive,
    distinct: ["platform", "currency"],
    orderBy: [{ platform: "asc" }, { currency: "asc" }],
    select: { platform: true, currency: true },
  });

export type TerminalChoice = Partial<{ [Key in keyof ServedMoney]: ServedMoney[Key] | undefined }>;

/** The terminals that take charges now. Without a platform or currency, those of all. */
export async function findActiveTerminals({ platform, currency }: TerminalChoice): Promise<Terminal[]> {
  const rows = await db().terminal.findMany({
    where: { ...(platform && { platform }), ...(currency && { currency }), ...isActive },
    orderBy: [{ platform: "asc" }, { currency: "asc" }, ...inOrder],
  });
  return rows.map(toTerminal);
}

/** The acquirers of all terminals, disabled ones included. */
export async function findAcquirers(): Promise<string[]> {
  const rows = await db().terminal.findMany({ distinct: ["acquirer"], select: { acquirer: true } });
  return rows.map(({ acquirer }) => acquirer);
}

/** True after the first terminal took its place. A disabled one may still have open work. */
export async function hadTerminal(timeoutMs?: number): Promise<boolean> {
  const rows = await query(sql`SELECT FROM terminal WHERE position > 0 LIMIT 1`, timeoutMs);
  return rows.length > 0;
}

/** The acquirer and the gateway of a terminal never change. */
export const findGatewayOf = (terminalId: string): Promise<Pick<TerminalRow, "acquirer" | "baseAddress">> =>
  db().terminal.findUniqueOrThrow({ where: { id: terminalId }, select: { acquirer: true, baseAddress: true } });

/**
 * Loads a terminal, disabled or not. Its credentials may have been replaced since a charge, so those of the newest
 * terminal of the same merchant account are used.
 */
export async function loadTerminal(id: string): Promise<Terminal> {
  const own = await db().terminal.findUniqueOrThrow({ where: { id } });
  const { acquirer, merchantId, baseAddress } = own;
  const newest = await db().terminal.findFirst({
    where: { acquirer, merchantId, baseAddress },
    orderBy: [{ disabledAt: { sort: "asc", nulls: "first" } }, { createdAt: "desc" }],
  });
  return { ...toTerminal(own), credentials: toTerminal(newest ?? own).credentials };
}

/**
 * Adds a terminal at the end of the order. The database refuses a second active terminal of the same merchant account,
 * platform and currency.
 */
export async function insertTerminal({ credentials, ...terminal }: Terminal & { createdAt: Date }): Promise<void> {
  const { id, platform, currency } = terminal;
  const { merchantId, baseAddress, secrets } = credentials;
  const last = await db().terminal.aggregate({ where: { platform, currency }, _max: { position: true } });
  const position = (last._max.position ?? 0) + 1;
  const sealed = (purpose: string, text: string) => new Uint8Array(seal(purpose, id, text));
  const sealedCredentials = sealed(credentialsSeal, JSON.stringify(secrets));
  // Processes of the previous release read these two.
  const { password, gateway_key: gatewayKey } = secrets;
  const former = {
    ...(password !== undefined && { sealedPassword: sealed(passwordSeal, password) }),
    ...(gatewayKey !== undefined && { sealedGatewayKey: sealed(gatewayKeySeal, gatewayKey) }),
  };
  await db().terminal.create({
    data: { ...terminal, merchantId, baseAddress, position, sealedCredentials, ...former },
  });
}

/** Lists all terminals without their secrets, disabled ones included. */
export function findTerminals() {
  return db().terminal.findMany({
    omit: { sealedCredentials: true, sealedPassword: true, sealedGatewayKey: true },
    orderBy: [{ platform: "asc" }, { currency: "asc" }, ...inOrder],
  });
}

/** Makes changes of the order wait for each other, until the end of the transaction. New charges go on. */
export async function lockTerminals(): Promise<void> {
  await query(sql`SELECT pg_advisory_xact_lock(hashtextextended('terminal order', 0))`);
}

/** Writes the order of terminals. The first of the list takes new charges first. */
export async function writeOrder(ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries()) await db().terminal.update({ where: { id }, data: { position: index + 1 } });
}

/** Takes the terminals of all other gateways out of the order, and puts those of these gateways into it. */
export async function leaveOnlyGateways(baseAddresses: readonly string[]): Promise<void> {
  await db().terminal.updateMany({ where: { baseAddress: { notIn: [...baseAddresses] } }, data: { position: 0 } });
  for (const [index, baseAddress] of baseAddresses.entries()) {
    await db().terminal.updateMany({ where: { baseAddress, position: 0 }, data: { position: index + 1 } });
  }
}

/** Whether an earlier release added a terminal that has no place in the order yet. */
export const hasUnplacedTerminal = async (): Promise<boolean> =>
  (await db().terminal.findFirst({ where: { position: null }, select: { id: true } })) !== null;

/** Puts the terminals of these gateways into the order, and lets those of other gateways wait. */
export async function placeTerminals(gateways: readonly string[]): Promise<{ adopted: number; waiting: number }> {
  const place = (position: number, baseAddress: object) =>
    db().terminal.updateMany({ where: { position: null, baseAddress }, data: { position } });
  const { count: adopted } = await place(1, { in: [...gateways] });
  const { count: waiting } = await place(0, { notIn: [...gateways] });
  return { adopted, waiting };
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

type Certified = Omit<TerminalPlace, "merchantId">;

/**
 * Returns the latest finding of certification for a terminal, or null without one. Production cannot be certified with
 * test cards, so the finding at another gateway of the same acquirer also holds, if this one has none.
 */
export async function findAuthenticationPlace(terminal: Certified): Promise<AuthenticationPlace | null> {
  const { id, acquirer, baseAddress, platform, currency } = terminal;
  const certified = await db().terminal.findMany({
    where: { acquirer, platform, currency, certifiedAt: { not: null } },
    orderBy: { certifiedAt: "desc" },
  });
  const own = certified.find((one) => one.id === id) ?? certified.find((one) => one.baseAddress === baseAddress);
  return (own ?? certified[0])?.authenticationIn ?? null;
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
