import type { Minor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";
import type { Platform } from "@/lib/reference/platforms";

/**
 * The demo shop's products and markets. The browser sends only products and quantities; the shop takes prices from this
 * catalogue.
 */
export type Product = { name: string; detail: string; prices: Record<Currency, Minor> };

export const products = {
  "pepper-sauce": {
    name: "Pepper sauce",
    detail: "250 ml, hot",
    prices: { TTD: 45_00n, JMD: 1050_00n, BBD: 13_50n, XCD: 18_00n, GYD: 1400_00n, USD: 6_75n },
  },
  "cocoa-tea": {
    name: "Spiced cocoa sticks",
    detail: "Box of six",
    prices: { TTD: 62_50n, JMD: 1450_00n, BBD: 18_50n, XCD: 25_00n, GYD: 1950_00n, USD: 9_25n },
  },
  hammock: {
    name: "Cotton hammock",
    detail: "For one, two metres",
    prices: { TTD: 510_00n, JMD: 11_850_00n, BBD: 150_00n, XCD: 202_50n, GYD: 15_700_00n, USD: 75_00n },
  },
} as const satisfies Record<string, Product>;

export type ProductId = keyof typeof products;
export const productIds = Object.keys(products) as ProductId[];
export const quantityMax = 5;

type Market = { platform: Platform; country: string; delivery: { to: string; price: Minor } };

/** Each currency stands for one market. USD payments go through the home platform. */
export const markets = {
  TTD: { platform: "TT", country: "Trinidad & Tobago", delivery: { to: "in Port of Spain", price: 25_00n } },
  JMD: { platform: "JM", country: "Jamaica", delivery: { to: "in Kingston", price: 580_00n } },
  BBD: { platform: "BB", country: "Barbados", delivery: { to: "in Bridgetown", price: 7_50n } },
  XCD: { platform: "GD", country: "Grenada", delivery: { to: "in St. George’s", price: 10_00n } },
  GYD: { platform: "GY", country: "Guyana", delivery: { to: "in Georgetown", price: 770_00n } },
  USD: { platform: "TT", country: "Everywhere else", delivery: { to: "by air", price: 12_00n } },
} as const satisfies Record<Currency, Market>;

export type Cart = Partial<Record<ProductId, number>>;

/** The cart of a customer who has just opened the shop. */
export const firstCart: Cart = { "pepper-sauce": 2, "cocoa-tea": 1 };

type OrderLine = { id: ProductId; quantity: number; price: Minor };

export function linesOf(cart: Cart, currency: Currency): OrderLine[] {
  return productIds.flatMap((id) => {
    const quantity = cart[id] ?? 0;
    return quantity > 0 ? [{ id, quantity, price: products[id].prices[currency] * BigInt(quantity) }] : [];
  });
}

/** The products and their delivery. An empty cart costs nothing. */
export function totalOf(cart: Cart, currency: Currency): Minor {
  const goods = linesOf(cart, currency).reduce((sum, { price }) => sum + price, 0n);
  return goods === 0n ? 0n : goods + markets[currency].delivery.price;
}
