import { type Currency, currencies } from "@/lib/reference/currencies";
import { type Cart, productIds, quantityMax } from "./catalogue";

/** The customer's choices in the demo shop. A value that is not offered falls back to the first option. */
export const feeStructureLabels = {
  customer_pay: "Customer pays",
  merchant_absorb: "Shop pays",
  split: "Each pays half",
} as const;

export const methods = {
  credit_card_co: "Full page",
  "3co_simple": "Simplified page",
} as const;

export const customerCountries = {
  "": "Not told",
  TT: "Trinidad and Tobago",
  JM: "Jamaica",
  BB: "Barbados",
  GD: "Grenada",
  GY: "Guyana",
  US: "United States",
  CA: "Canada",
  GB: "United Kingdom",
} as const;

const ways = ["redirect", "iframe", "form"] as const;

export type Choices = {
  cart: Cart;
  currency: Currency;
  feeStructure: keyof typeof feeStructureLabels;
  method: keyof typeof methods;
  way: (typeof ways)[number];
  avs: boolean;
  country: keyof typeof customerCountries;
  phone: string;
};

const phoneLengthMax = 24;

/** The name of the form field with the quantity of a product, such as `quantity-hammock`. */
export const quantityField = (id: string): string => `quantity-${id}`;

export function readChoices(form: URLSearchParams): Choices {
  return {
    cart: readCart(form),
    currency: readCurrency(form.get("currency")),
    feeStructure: oneOf(keysOf(feeStructureLabels), form.get("fee_structure")),
    method: oneOf(keysOf(methods), form.get("method")),
    way: oneOf(ways, form.get("way")),
    avs: form.get("avs") === "1",
    country: oneOf(keysOf(customerCountries), form.get("country")),
    phone: (form.get("phone") ?? "").trim().slice(0, phoneLengthMax),
  };
}

export const readCurrency = (given: string | null): Currency => oneOf(currencies, given);

function readCart(form: URLSearchParams): Cart {
  const cart: Cart = {};
  for (const id of productIds) {
    const quantity = Number(form.get(quantityField(id)) ?? 0);
    if (Number.isInteger(quantity) && quantity > 0) cart[id] = Math.min(quantity, quantityMax);
  }
  return cart;
}

const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as [Key, ...Key[]];

function oneOf<Value extends string>(values: readonly [Value, ...Value[]], given: string | null): Value {
  return values.find((value) => value === given) ?? values[0];
}
