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
    name: "Scotch bonnet pepper sauce",
    detail: "250 ml, hot",
    prices: { TTD: 45_00n, JMD: 1050_00n, BBD: 13_50n, XCD: 18_00n, GYD: 1400_00n, USD: 6_75n },
  },
  "cocoa-tea": {
    name: "Spiced cocoa sticks",
    detail: "Box of six, for cocoa tea",
    prices: { TTD: 62_50n, JMD: 1450_00n, BBD: 18_50n, XCD: 25_00n, GYD: 1950_00n, USD: 9_25n },
  },
  hammock: {
    name: "Woven cotton hammock",
    detail: "For one, two metres",
    prices: { TTD: 510_00n, JMD: 11_850_00n, BBD: 150_00n, XCD: 202_50n, GYD: 15_700_00n, USD: 75_00n },
  },
} as const satisfies Record<string, Product>;

export type ProductId = keyof typeof products;
export const productIds = Object.keys(products) as ProductId[];
export const quantityMax = 5;

/** Each currency stands for one market. USD payments go through the home platform. */
export const markets = {
  TTD: { platform: "TT", label: "Trinidad and Tobago, TTD" },
  JMD: { platform: "JM", label: "Jamaica, JMD" },
  BBD: { platform: "BB", label: "Barbados, BBD" },
  XCD: { platform: "GD", label: "Grenada, XCD" },
  GYD: { platform: "GY", label: "Guyana, GYD" },
  USD: { platform: "TT", label: "Everywhere, USD" },
} as const satisfies Record<Currency, { platform: Platform; label: string }>;

export type Cart = Partial<Record<ProductId, number>>;

export function totalOf(cart: Cart, currency: Currency): Minor {
  return productIds.reduce((sum, id) => sum + products[id].prices[currency] * BigInt(cart[id] ?? 0), 0n);
}
