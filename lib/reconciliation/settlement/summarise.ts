import type { Minor } from "@/lib/kit/money";
import type { Platform } from "@/lib/reference/platforms";
import type { SettlementItem } from "./compare-lists";
import type { AccountTerminal } from "./merchant-accounts";

export type Sum = { count: number; amount: Minor };

/** The sums of one terminal and day. A currency without a terminal has no platform. */
export type TerminalLine = {
  platform: Platform | null;
  currency: string;
  sales: { here: Sum; there: Sum };
  refunds: { here: Sum; there: Sum };
  leftOut: number;
  differences: number;
};

type Compared = {
  ours: readonly SettlementItem[];
  theirs: readonly SettlementItem[];
  open: readonly { currency: string }[];
  differences: readonly { item: Pick<SettlementItem, "currency"> }[];
};

/**
 * Sums up the money that each side holds, by currency. The terminals of a merchant account differ in their currency.
 */
export function summarise(terminals: readonly AccountTerminal[], compared: Compared): TerminalLine[] {
  const { ours, theirs, open, differences } = compared;
  const currencies = [...ours, ...theirs].map(({ currency }) => currency ?? unknownCurrency);
  const platforms = new Map<string, Platform | null>([
    ...currencies.map((currency) => [currency, null] as const),
    ...terminals.map(({ currency, platform }) => [currency, platform] as const),
  ]);
  return [...platforms].sort().map(([currency, platform]) => {
    const isIn = (row: { currency: string | null }) => (row.currency ?? unknownCurrency) === currency;
    const sumsOf = (kind: SettlementItem["kind"]) => {
      const sumOf = (items: readonly SettlementItem[]) => sum(items.filter((item) => isIn(item) && item.kind === kind));
      return { here: sumOf(ours), there: sumOf(theirs) };
    };
    return {
      platform,
      currency,
      sales: sumsOf("sale"),
      refunds: sumsOf("refund"),
      leftOut: open.filter(isIn).length,
      differences: differences.filter(({ item }) => isIn(item)).length,
    };
  });
}

const unknownCurrency = "unknown";

function sum(items: readonly SettlementItem[]): Sum {
  const approved = items.filter(({ state }) => state === "approved");
  return { count: approved.length, amount: approved.reduce((total, { amount }) => total + (amount ?? 0n), 0n) };
}
