import type { AcquirerOperations } from "@/lib/gateway/operations";
import { findAcquirer } from "@/lib/gateway/registry";
import type { Credentials } from "@/lib/gateway/terminals/credentials";
import { findTerminals, loadTerminal } from "@/lib/gateway/terminals/terminal-store";
import type { Currency } from "@/lib/reference/currencies";
import type { Platform } from "@/lib/reference/platforms";

/**
 * A merchant account at a gateway. Its terminals share one list of transactions there: one for each currency, and
 * disabled ones from before a change of the credentials.
 */
export type MerchantAccount = {
  operations: AcquirerOperations;
  baseAddress: string;
  merchantId: string;
  terminals: readonly AccountTerminal[];
  isDisabled: boolean;
  since: Date;
};

export type AccountTerminal = { id: string; platform: Platform; currency: Currency };

/** The merchant accounts whose terminals take or took charges, disabled ones included. */
export async function findMerchantAccounts(): Promise<MerchantAccount[]> {
  const placed = (await findTerminals()).filter(({ position }) => position);
  const keyOf = ({ acquirer, baseAddress, merchantId }: (typeof placed)[number]) =>
    [acquirer, baseAddress, merchantId].join(" ");
  const keys = [...new Set(placed.map(keyOf))];
  return keys.flatMap((key) => accountOf(placed.filter((terminal) => keyOf(terminal) === key)) ?? []);
}

/** Null for an acquirer without a list of transactions, and for one of a newer release. */
function accountOf(terminals: Awaited<ReturnType<typeof findTerminals>>): MerchantAccount | null {
  // The newest active terminal comes first, because its credentials are the current ones.
  const own = terminals.toSorted(
    (one, other) =>
      Number(one.disabledAt !== null) - Number(other.disabledAt !== null) ||
      other.createdAt.getTime() - one.createdAt.getTime(),
  );
  const [newest] = own;
  const operations = newest && findAcquirer(newest.acquirer)?.operations;
  if (!newest || !operations) return null;
  return {
    operations,
    baseAddress: newest.baseAddress,
    merchantId: newest.merchantId,
    terminals: own.map(({ id, platform, currency }) => ({ id, platform, currency })),
    isDisabled: own.every(({ disabledAt }) => disabledAt !== null),
    since: new Date(Math.min(...own.map(({ createdAt }) => createdAt.getTime()))),
  };
}

export async function credentialsOf({ merchantId, terminals: [newest] }: MerchantAccount): Promise<Credentials> {
  if (!newest) throw new Error(`The merchant account ${merchantId} has no terminal.`);
  return (await loadTerminal(newest.id)).credentials;
}
