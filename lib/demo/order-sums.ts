import { formatMoney, moneyParts } from "@/lib/format/money";
import type { Currency } from "@/lib/reference/currencies";
import { type Cart, linesOf, markets, products, totalOf } from "./catalogue";

/** The lines of an order and its total, as pages show them. Null for an empty cart. */
export function orderSums(cart: Cart, currency: Currency) {
  const lines = linesOf(cart, currency);
  if (lines.length === 0) return null;
  const { delivery } = markets[currency];
  const numberOf = (amount: bigint) => moneyParts({ amount, currency }).number;
  return {
    lines: lines.map(({ id, quantity, price }) => ({ name: products[id].name, quantity, price: numberOf(price) })),
    delivery: { label: `Delivery ${delivery.to}`, price: numberOf(delivery.price) },
    total: formatMoney({ amount: totalOf(cart, currency), currency }),
  };
}
