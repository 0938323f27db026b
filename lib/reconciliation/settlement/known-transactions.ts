import type { AcquirerBooks, FoundTransaction } from "@/lib/gateway/operations";

/** What our books know of the gateway's transactions, whatever their age and terminal. */
export async function findKnown(books: AcquirerBooks, found: readonly FoundTransaction[]) {
  const sales = found.flatMap(({ type, identifier, saleIdentifier }) =>
    type === "sale" ? identifier : saleIdentifier,
  );
  const refunds = found.filter(({ type }) => type === "refund");
  const charges = await books.findKnownCharges([...new Set(sales.flatMap((id) => id ?? []))]);
  const known = await books.findKnownRefunds(
    refunds.flatMap(({ externalIdentifier }) => externalIdentifier ?? []),
    refunds.map(({ identifier }) => identifier),
  );
  const ids = new Set(known.map(({ refundId }) => refundId));
  const byIdentifier = new Map(known.map(({ identifier, refundId }) => [identifier, refundId]));
  return {
    saleKeys: new Set(charges),
    refundIdOf: ({ externalIdentifier, identifier }: FoundTransaction) =>
      externalIdentifier && ids.has(externalIdentifier) ? externalIdentifier : byIdentifier.get(identifier),
  };
}
