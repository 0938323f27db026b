import type { Purpose } from "@/lib/reference/purposes";
import { purposeWords } from "./value-words";

type Payment = { type: Purpose; order_id: string; transaction_id: string; linkTitle: string | null };

/**
 * The merchant's order or payment link as people read it, or null without one: the payment id then serves as the order
 * id.
 */
export function orderOf({ type, order_id, transaction_id, linkTitle }: Payment): string | null {
  if (type === "card_create") return purposeWords.card_create;
  if (linkTitle !== null) return linkTitle;
  return order_id === transaction_id ? null : order_id;
}
