import type { FinalRecord } from "@/lib/checkout/redirect";
import { proveRedirect, readReturned } from "@/lib/hash-inspector/redirect-proof";
import type { MerchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { formatMinor } from "@/lib/kit/money";
import { forgeries, mistakes } from "./redirect-forgeries";
import {
  declined,
  former,
  good,
  live,
  otherOrder,
  paid,
  parametersOf,
  queryOf,
  type RedirectCase,
  refusalOf,
  type Stored,
  secrets,
  withData,
} from "./redirect-samples";

/** Results of payments as shops receive them, and the answer that a library must give. */

const reversed = (query: string) => query.split("&").reverse().join("&");
/** Percent-encodes every character of the values. */
const fullyEncoded = (query: string) =>
  [...new URLSearchParams(query)].map(([name, value]) => `${name}=${percentEncoded(value)}`).join("&");
const percentEncoded = (value: string) => Buffer.from(value).toString("hex").replace(/../g, "%$&");

const records = (named: Readonly<Record<string, FinalRecord>>): RedirectCase[] =>
  Object.entries(named).map(([name, payment]) => ({ name, payment, query: queryOf(payment) }));

const compatible = (record: FinalRecord, settings: Partial<FinalRecord["compatibility"]>): FinalRecord => ({
  ...record,
  compatibility: { ...record.compatibility, ...settings },
});

const genuine: RedirectCase[] = [
  ...records({
    "a success, and the customer pays the fee": paid,
    "a success, and the merchant pays the fee": { ...paid, feeStructure: "merchant_absorb", customerFee: 0n },
    "a success with a shared fee": { ...paid, feeStructure: "split", customerFee: 103n },
    "a charge of a stored card": { ...paid, purpose: "card_charge" },
    "a large total": { ...paid, currency: "GYD", total: 62_700_000n, customerFee: 3_028_410n },
    "a total below one": { ...paid, currency: "USD", total: 74n, customerFee: 28n },
    "data with &, = and #": withData("a&b=c#d&status=failed"),
    "data with every punctuation mark": withData("a b+c*d~e'f(g)h!i%j/k\"l\\m<n>o?p@q:r;s,t$u^v`w{x}y|z-._"),
    "data with a percent-encoded character": withData("100%2A%20%C3%A9"),
    "data that is JSON": withData('{"cart":[1,2],"note":"doubles & roti"}'),
    "data with accents": withData("Café Ñandú São Tomé"),
    "data with emoji and other scripts": withData("🐚 海 العربية ‍"),
    "data with lines": withData("first\nsecond\r\nthird\ttab"),
    "data that is JSON-encoded once more": compatible(withData('{"cart":1}'), { encodesData: true }),
    "a customer name": compatible(paid, { sendsCustomerName: true }),
    "an empty customer name": compatible({ ...paid, firstName: null, lastName: null }, { sendsCustomerName: true }),
    "a declined payment": declined,
    "an expired session": { ...declined, code: "EX", card: null },
    "a customer who left": { ...declined, code: "AB", card: null },
    "a failed 3DS authentication": { ...declined, code: "3D" },
    "a gateway error": { ...declined, status: "error", code: "GW" },
    "a declined payment with data": { ...declined, data: "cart=7&vip=ja" },
  }),
  {
    name: "a live payment",
    payment: { ...paid, environment: "live", transactionId: "01M7HCE82374AY285DHXKB6Y7K" },
    query: queryOf({ ...paid, environment: "live", transactionId: "01M7HCE82374AY285DHXKB6Y7K" }, live),
    secrets: [live],
  },
  { name: "the parameters in another order", query: reversed(good) },
  { name: "the parameters in another encoding", query: fullyEncoded(good) },
  { name: "spaces as %20", query: good.replaceAll("+", "%20") },
  { name: "a query with its question mark", query: `?${good}` },
  { name: "parameters of the shop", query: `cart=7&signature=mine&${good}&utm_source=mail` },
  { name: "a repeated parameter of the shop", query: `tag=a&tag=b&${good}` },
  { name: "a customer name that is the shop's own parameter", query: `customer_name=Ada&${good}` },
  { name: "the same result a second time", query: good, order: { is_paid: true } },
  { name: "an order total without decimals", query: good, order: { total: "10" } },
  { name: "an order total with one decimal and a leading zero", query: good, order: { total: "010.0" } },
  { name: "an order without a stored transaction", query: good, order: { transaction_id: null } },
  {
    name: "an order id that is a number",
    payment: { ...paid, orderId: "10482" },
    query: queryOf({ ...paid, orderId: "10482" }),
    order: { id: 10482 },
  },
  {
    name: "an order with two sessions, and the first one was paid",
    query: good,
    order: { transaction_id: [paid.transactionId, otherOrder.transactionId] },
  },
  { name: "the old key during a rotation", query: queryOf(paid, former), secrets: [secrets, former] },
  { name: "the new key during a rotation", query: good, secrets: [secrets, former] },
];

/** The customer returns from a payment request that we refused, without a signature. The order stays as it is. */
const refusals: RedirectCase[] = [
  { name: "a refused request", query: refusalOf(paid.orderId, null) },
  { name: "a refused request with data", query: refusalOf(paid.orderId, "cart=7") },
  { name: "a refused request for an order that the shop does not know", query: refusalOf(null, null), payment: null },
  { name: "a refused request for a paid order", query: refusalOf(paid.orderId, null), order: { is_paid: true } },
];

export function redirectVectors() {
  const cases = [...genuine, ...refusals, ...forgeries, ...mistakes];
  return cases.map(({ name, query, payment = paid, order = {}, secrets: known = [secrets], ...more }) => ({
    vector: {
      name,
      query,
      order: payment && { ...orderOf(payment), ...order },
      hash_keys: more.hashKeys ?? known.map(({ hashKey }) => hashKey),
      signing_secrets: known.map(({ signingSecret }) => signingSecret),
      expected: expectedOf(more) ?? resultOf(query, order.is_paid ?? false),
    },
    isGenuine: more.refused === undefined && isSentFor(payment, query, known),
  }));
}

const expectedOf = ({ error, refused }: Pick<RedirectCase, "error" | "refused">) =>
  refused ? { error: "input", field: refused } : error ? { error } : null;

const orderOf = ({ orderId, total, currency, transactionId }: FinalRecord): Stored => ({
  id: orderId,
  total: formatMinor(total),
  currency,
  transaction_id: transactionId,
  is_paid: false,
});

function resultOf(query: string, isKnown: boolean) {
  const { status, message, transaction_id = "", total = "0.00", card = null, data = null } = parametersOf(query);
  const isPaid = status === "success";
  const outcome = { is_paid: isPaid, is_repeat: isPaid && isKnown, is_refused: transaction_id === "" };
  return { ...outcome, status, message, transaction_id, total, card, data };
}

/** Whether the product itself says that it sent this redirect for this payment. */
export function isSentFor(payment: FinalRecord | null, query: string, known: readonly MerchantSecrets[]): boolean {
  const [current, old = null] = known;
  if (!payment || !current) return false;
  const parsed = new URLSearchParams(query);
  const values = Object.fromEntries([...parsed.keys()].map((name) => [name, parsed.getAll(name)]));
  const { sent } = proveRedirect(readReturned(values), payment, { current, next: null, former: old });
  return sent !== null;
}
