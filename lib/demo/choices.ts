import { methodWords } from "@/lib/format/value-words";
import { env } from "@/lib/kit/env";
import { type Currency, currencies } from "@/lib/reference/currencies";
import type { Environment } from "@/lib/reference/platforms";
import type { CheckoutMethod } from "@/lib/reference/stored-values";
import { type Cart, firstCart, markets, productIds, quantityMax } from "./catalogue";

/** The customer's choices in the demo shop. A value that is not offered falls back to the first option. */
export const feeStructureLabels = {
  customer_pay: "Customer pays",
  merchant_absorb: "Shop pays",
  split: "Each pays half",
} as const;

export const customerCountries = {
  "": "Not given",
  TT: "Trinidad & Tobago",
  JM: "Jamaica",
  BB: "Barbados",
  GD: "Grenada",
  GY: "Guyana",
  US: "United States",
  CA: "Canada",
  GB: "United Kingdom",
} as const;

export const environmentLabels = { sandbox: "Sandbox", live: "Live, at the gateway emulator" } as const;

export const ways = {
  redirect: "Redirect to the checkout page",
  iframe: "Checkout in a frame on this page",
  form: "Plain HTML form",
} as const;

export type Choices = {
  environment: Environment;
  cart: Cart;
  currency: Currency;
  feeStructure: keyof typeof feeStructureLabels;
  method: CheckoutMethod;
  way: keyof typeof ways;
  avs: boolean;
  country: keyof typeof customerCountries;
  phone: string;
};

const phoneLengthMax = 24;
const phoneExample = "+18686221234";

/** The name of the form field with the quantity of a product, such as `quantity-hammock`. */
export const quantityField = (id: string): string => `quantity-${id}`;

export function readChoices(form: URLSearchParams): Choices {
  return {
    // Live is possible only while the gateway is the emulator, so that no money moves.
    environment: env().GATEWAY_EMULATOR.length > 0 && form.get("environment") === "live" ? "live" : "sandbox",
    cart: readCart(form),
    currency: oneOf(currencies, form.get("currency")),
    feeStructure: oneOf(keysOf(feeStructureLabels), form.get("fee_structure")),
    method: oneOf(keysOf(methodWords), form.get("method")),
    way: oneOf(keysOf(ways), form.get("way")),
    avs: form.get("avs") === "1",
    country: oneOf(keysOf(customerCountries), form.get("country")),
    phone: (form.get("phone") ?? "").trim().slice(0, phoneLengthMax),
  };
}

type Query = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The shop keeps its state in its address: its buttons send the form to it by GET, so it works without JavaScript. An
 * address without quantities is that of a new customer.
 */
export function choicesOfPage(query: Query): Choices {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) for (const text of [value ?? []].flat()) form.append(name, text);
  const choices = readChoices(form);
  const isNew = !productIds.some((id) => form.has(quantityField(id)));
  return {
    ...choices,
    cart: isNew && !form.has("problem") ? firstCart : choices.cart,
    country: form.has("country") ? choices.country : markets[choices.currency].platform,
    phone: form.has("phone") ? choices.phone : phoneExample,
  };
}

/** A button of the shop sends a new quantity after the current one, so the last value of a field counts. */
function readCart(form: URLSearchParams): Cart {
  const cart: Cart = {};
  for (const id of productIds) {
    const quantity = Number(form.getAll(quantityField(id)).at(-1) ?? 0);
    if (Number.isInteger(quantity) && quantity > 0) cart[id] = Math.min(quantity, quantityMax);
  }
  return cart;
}

/** The address of the shop with this cart in another currency. */
export function addressIn(currency: Currency, { cart, environment }: Pick<Choices, "cart" | "environment">): string {
  const quantities = productIds.map((id) => [quantityField(id), String(cart[id] ?? 0)]);
  return `/demo?${new URLSearchParams([["currency", currency], ["environment", environment], ...quantities])}`;
}

const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as [Key, ...Key[]];

function oneOf<Value extends string>(values: readonly [Value, ...Value[]], given: string | null): Value {
  return values.find((value) => value === given) ?? values[0];
}
