import type { AcquirerOperations } from "@/lib/gateway/operations";
import { terminalOperations } from "@/lib/gateway/registry";
import { type Credentials, findTerminals, loadTerminal } from "@/lib/gateway/terminals/terminal-store";
import { env } from "@/lib/kit/env";
import type { Currency } from "@/lib/reference/currencies";
import type { Platform } from "@/lib/reference/platforms";

/**
 * A merchant account at the gateway. Its terminals share one list of transactions there: one for each currency, and
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

/** The merchant accounts at the gateway that POWERTRANZ_URL names, disabled ones included. */
export async function findMerchantAccounts(): Promise<MerchantAccount[]> {
  const baseAddress = env().POWERTRANZ_URL;
  const terminals = (await findTerminals()).filter((terminal) => terminal.baseAddress === baseAddress);
  const merchantIds = [...new Set(terminals.map(({ merchantId }) => merchantId))];
  return merchantIds.map((merchantId) => {
    const own = terminals.filter((terminal) => terminal.merchantId === merchantId);
    // The newest active terminal comes first, because its credentials are the current ones.
    own.sort(
      (one, other) =>
        Number(one.disabledAt !== null) - Number(other.disabledAt !== null) ||
        other.createdAt.getTime() - one.createdAt.getTime(),
    );
    return {
      operations: terminalOperations,
      baseAddress,
      merchantId,
      terminals: own.map(({ id, platform, currency }) => ({ id, platform, currency })),
      isDisabled: own.every(({ disabledAt }) => disabledAt !== null),
      since: new Date(Math.min(...own.map(({ createdAt }) => createdAt.getTime()))),
    };
  });
}

export async function credentialsOf({ merchantId, terminals: [newest] }: MerchantAccount): Promise<Credentials> {
  if (!newest) throw new Error(`The merchant account ${merchantId} has no terminal.`);
  return (await loadTerminal(newest.id)).credentials;
}
