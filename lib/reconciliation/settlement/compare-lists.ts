import { formatMinor, type Minor } from "@/lib/kit/money";

type ItemState = "approved" | "declined" | "voided";

/** A sale or a refund, as our books or the gateway describe it. */
export type SettlementItem = {
  kind: "sale" | "refund";
  /** The id that both sides know: the gateway's identifier of a sale, our id of a refund. */
  key: string;
  /** The name of the item in a report. */
  subject: string;
  /** The key of a refund's sale, if it is known. A sale is its own. */
  saleKey: string | null;
  state: ItemState;
  amount: Minor | null;
  currency: string | null;
  /** The refunded total of a sale. Null if it is unknown or still changing. It is not compared then. */
  refunded: Minor | null;
  at: Date | null;
};

export type SettlementDifference = {
  kind: "missing_here" | "missing_there" | "amount" | "currency" | "state" | "refund_total" | "chargeback";
  subject: string;
  problem: string;
};

/** A difference with the item that it is about. */
export type ItemDifference = SettlementDifference & { item: SettlementItem };

/**
 * Compares our items with the gateway's. Items that hold no money on either side never differ: a declined sale may be
 * voided or missing at the gateway. Each list must have unique keys.
 */
export function compareLists(ours: readonly SettlementItem[], theirs: readonly SettlementItem[]): ItemDifference[] {
  const theirsByKey = new Map(theirs.map((item) => [item.key, item]));
  const ourKeys = new Set(ours.map(({ key }) => key));
  const single = [
    ...ours.flatMap((item) => compareItem(item, theirsByKey.get(item.key))),
    ...theirs.filter(({ key, state }) => !ourKeys.has(key) && state === "approved").map(missingHere),
  ];
  const explained = new Set(single.flatMap(({ item }) => (item.kind === "refund" ? [item.saleKey] : [])));
  const totals = ours.flatMap((item) => {
    const other = theirsByKey.get(item.key);
    return other && !explained.has(item.key) ? compareTotals(item, other) : [];
  });
  return [...single, ...totals];
}

function compareItem(item: SettlementItem, other: SettlementItem | undefined): ItemDifference[] {
  const { kind, subject, state } = item;
  if (!other) return state === "approved" ? [missingThere(item)] : [];
  if ((state === "approved") !== (other.state === "approved")) {
    const problem = `The ${kind} is ${state} here and ${other.state} at the gateway.`;
    return [{ kind: "state", subject, problem, item }];
  }
  if (state !== "approved") return [];
  const differs = (what: "amount" | "currency", here: string, there: string): ItemDifference[] => [
    { kind: what, subject, problem: `The ${what} of the ${kind} is ${here} here and ${there} at the gateway.`, item },
  ];
  return [
    ...(item.amount === other.amount ? [] : differs("amount", amountOf(item), amountOf(other))),
    ...(item.currency === other.currency ? [] : differs("currency", currencyOf(item), currencyOf(other))),
  ];
}

/** A difference of the total is reported only if no difference of a single refund explains it. */
function compareTotals(item: SettlementItem, other: SettlementItem): ItemDifference[] {
  const { subject, state, refunded } = item;
  const isComparable = state === "approved" && other.state === "approved";
  if (!isComparable || refunded === null || other.refunded === null || refunded === other.refunded) return [];
  const [here, there] = [formatMinor(refunded), formatMinor(other.refunded)];
  const problem = `The refunds of the sale sum up to ${here} here and ${there} at the gateway.`;
  return [{ kind: "refund_total", subject, problem, item }];
}

function missingThere(item: SettlementItem): ItemDifference {
  const problem = `The gateway does not have our ${item.kind} of ${moneyOf(item)}.`;
  return { kind: "missing_there", subject: item.subject, problem, item };
}

function missingHere(item: SettlementItem): ItemDifference {
  const problem = `The gateway has ${item.kind === "sale" ? "an approved sale" : "a refund"} of ${moneyOf(item)} that we do not have.`;
  return { kind: "missing_here", subject: item.subject, problem, item };
}

const amountOf = ({ amount }: SettlementItem): string => (amount === null ? "unknown" : formatMinor(amount));
const currencyOf = ({ currency }: SettlementItem): string => currency ?? "unknown";
const moneyOf = (item: SettlementItem): string => `${currencyOf(item)} ${amountOf(item)}`;
