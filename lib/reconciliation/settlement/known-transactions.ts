import type { FoundTransaction } from "@/lib/gateway/powertranz/queries/search";
import { findKnownCharges, findKnownRefunds } from "./books-store";
import type { RefundIdOf } from "./gateway-items";

/** What our books know of the gateway's transactions, whatever their age and terminal. */
type KnownTransactions = {
  saleKeys: ReadonlySet<string>;
  refundIdOf: RefundIdOf;
};

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function findKnown(found: readonly FoundTransaction[]): Promise<KnownTransactions> {
  const sales = found.flatMap(({ type, identifier, saleIdentifier }) =>
    type === "sale" ? identifier : saleIdentifier,
  );
  const refunds = found.filter(({ type }) => type === "refund");
  const charges = await findKnownCharges([...new Set(sales.flatMap((id) => id ?? []))].filter(isUuid));
  const known = await findKnownRefunds(
    refunds.flatMap(({ externalIdentifier }) => externalIdentifier ?? []),
    refunds.map(({ identifier }) => identifier),
  );
  const ids = new Set(known.map(({ refundId }) => refundId));
  const byIdentifier = new Map(known.map(({ identifier, refundId }) => [identifier, refundId]));
  return {
    saleKeys: new Set(charges.map(({ identifier }) => identifier)),
    refundIdOf: ({ externalIdentifier, identifier }) =>
      externalIdentifier && ids.has(externalIdentifier) ? externalIdentifier : byIdentifier.get(identifier),
  };
}

const isUuid = (text: string): boolean => uuidPattern.test(text);
