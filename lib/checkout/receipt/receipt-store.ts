import { db } from "@/lib/db/client";

/** The texts of a payment link on its receipts. A deleted link keeps them. */
export function findLinkTexts(id: string): Promise<{ title: string; thanks: string | null } | null> {
  return db().paymentLink.findUnique({ where: { id }, select: { title: true, thanks: true } });
}
