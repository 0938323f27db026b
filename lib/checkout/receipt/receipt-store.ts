import { db } from "@/lib/db/client";
import type { Minor } from "@/lib/kit/money";

/** The texts of a payment link on its receipts. A deleted link keeps them. */
export function findLinkTexts(id: string): Promise<{ title: string; thanks: string | null } | null> {
  return db().paymentLink.findUnique({ where: { id }, select: { title: true, thanks: true } });
}

/** What the payer got back. A refund that is only requested may still be rejected. */
export async function sumRefunded(sessionId: string): Promise<Minor> {
  const { _sum } = await db().refund.aggregate({ where: { sessionId, status: "refunded" }, _sum: { amount: true } });
  return _sum.amount ?? 0n;
}
