import { randomInt } from "node:crypto";
import { env } from "@/lib/kit/env";
import { formatMinor } from "@/lib/kit/money";
import { keyedDigests, seal, unseal } from "@/lib/kit/secrets/crypto";
import { type Currency, currencies } from "@/lib/reference/currencies";
import { type Environment, environments } from "@/lib/reference/platforms";
import { totalOf } from "./catalogue";
import type { Choices } from "./choices";

/**
 * The demo shop stores no orders. The id of an order contains what the shop compares a result with, and is signed, so
 * every web process knows every order. A real shop has a database.
 */
export type Order = {
  id: string;
  /** The requested total, `N.NN`, without the customer's share of the fee. */
  total: string;
  currency: Currency;
  environment: Environment;
};

/** An order with the customer's choices, and what became of its payment request. */
export type DemoOrder = Order & Choices & { checkoutUrl?: string; failure?: string };

const purpose = "demo order";
const kinds = currencies.flatMap((currency) => environments.map((environment) => ({ currency, environment })));
/** The kind, the total in cents, random characters and the proof. */
const idPattern = /^demo-([0-9a-z])([0-9a-z]{5})([0-9a-z]{6})([0-9a-f]{12})$/;

export function openOrder(choices: Choices): DemoOrder {
  const { cart, currency, environment } = choices;
  const cents = totalOf(cart, currency);
  const total = formatMinor(cents);
  const kind = kinds.findIndex((one) => one.currency === currency && one.environment === environment);
  const random = Array.from({ length: 6 }, () => randomInt(36).toString(36)).join("");
  const [proof] = proofsOf({ total, currency, environment }, random);
  return { ...choices, total, id: `demo-${kind.toString(36)}${cents.toString(36).padStart(5, "0")}${random}${proof}` };
}

/** The order that an id contains, or null if the shop did not make this id. */
export function orderOfId(id: string): Order | null {
  const [, kind = "", cents = "", random = "", proof = ""] = idPattern.exec(id) ?? [];
  const known = kinds[Number.parseInt(kind, 36)];
  if (!known || (known.environment === "live" && env().GATEWAY_EMULATOR.length === 0)) return null;
  const facts = { ...known, total: formatMinor(BigInt(Number.parseInt(cents, 36))) };
  return proofsOf(facts, random).includes(proof) ? { id, ...facts } : null;
}

/** One proof for each APP_SECRET, the active one first. */
const proofsOf = ({ total, currency, environment }: Omit<Order, "id">, random: string): string[] =>
  keyedDigests(purpose, random, total, currency, environment).map((digest) => digest.toString("hex").slice(0, 12));

/** The address of the payment step. It contains the order, sealed. */
export const payPageOf = (order: DemoOrder): string =>
  `/demo/pay?order=${seal(purpose, "", JSON.stringify(order)).toString("base64url")}`;

/** The order in the address of the payment step, or null if the shop did not make this address. */
export function openPayPage(sealed: string): DemoOrder | null {
  try {
    return JSON.parse(unseal(purpose, "", Buffer.from(sealed, "base64url")));
  } catch {
    return null;
  }
}
