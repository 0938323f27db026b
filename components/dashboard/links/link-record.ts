import { formatMoney } from "@/lib/format/money";
import type { LinkRecord } from "@/lib/payment-links/contract";
import type { LinkField } from "@/lib/reference/stored-values";

/** What a link can ask the payer for. */
export const linkFieldWords: Readonly<Record<LinkField, string>> = {
  name: "Name",
  phone: "Phone number",
  address: "Address",
  note: "A note for you",
};

/** The price of a link, as lists show it. */
export function priceOf({ amount, amount_min, amount_max, max_quantity, currency }: LinkRecord): string {
  if (amount !== null) return `${formatMoney({ amount, currency })}${max_quantity === null ? "" : " a piece"}`;
  return `${formatMoney({ amount: amount_min ?? "", currency })} to ${formatMoney({ amount: amount_max ?? "", currency })}`;
}

/** `2 of 5`, or `2` for a link without a limit. */
export const usesOf = ({ uses, max_uses }: LinkRecord): string =>
  max_uses === null ? String(uses) : `${uses} of ${max_uses}`;
