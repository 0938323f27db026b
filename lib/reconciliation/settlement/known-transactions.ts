import type { FoundTransaction } from "@/lib/gateway/powertranz/queries/search";
import { findKnownCharges, findKnownRefunds } from "./books-store";

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What our books know of the gateway's transactions, whatever their age and terminal. */
export async function findKnown(found: readonly FoundTransaction[]) {
  const sales = found.flatMap(({ type, identifier, saleIdentifier }) =>
    type === "sale" ? identifier : saleIdentifier,
  );
  const refunds = found.filter(({ type }) => type === "refund");
  const charges = await findKnownCharges(
    [...new Set(sales.flatMap((id) => id ?? []))].filter((id) => uuidPattern.test(id)),
  );
  const known = await findKnownRefunds(
    refunds.flatMap(({ externalIdentifier }) => externalIdentifier ?? []),
    refunds.map(({ identifier }) => identifier),
  );
  const ids = new Set(known.map(({ refundId }) => refundId));
  const byIdentifier = new Map(known.map(({ identifier, refundId }) => [identifier, refundId]));
  return {
    saleKeys: new Set(charges.map(({ identifier }) => identifier)),
    refundIdOf: ({ externalIdentifier, identifier }: FoundTransaction) =>
      externalIdentifier && ids.has(externalIdentifier) ? externalIdentifier : byIdentifier.get(identifier),
  };
}
