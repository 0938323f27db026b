import { errorReturnOf, type FinalRecord, hashOf } from "@/lib/checkout/redirect";
import { proveRedirect, readReturned } from "@/lib/hash-inspector/redirect-proof";
import type { MerchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { formatMinor } from "@/lib/kit/money";
import {
  changed,
  declined,
  former,
  good,
  live,
  otherOrder,
  paid,
  parametersOf,
  queryOf,
  resigned,
  secrets,
  withData,
} from "./redirect-samples";

/** Results of payments as shops receive them, genuine and forged, and the answer that a library must give. */

type Stored = {
  id: string | number;
  total: string | number;
  currency: string;
  transaction_id: string | readonly string[] | null;
  is_paid: boolean;
};
type Case = {
  name: string;
  /** The query at the `response_url`. */
  query: string;
  /** The payment that the shop's order belongs to. Null if the shop has no such order. */
  payment?: FinalRecord | null;
  order?: Partial<Stored>;
  /** The secrets that the shop knows, the current ones first. */
  secrets?: readonly MerchantSecrets[];
  /** Other hash keys than those of the secrets. */
  hashKeys?: readonly unknown[];
  /** Why a library must refuse the result. */
  error?: string;
  /** The value of the shop that a library must refuse. */
  refused?: string;
};

const reversed = (query: string) => query.split("&").reverse().join("&");
/** Percent-encodes every character of the values. */
const fullyEncoded = (query: string) =>
  [...new URLSearchParams(query)].map(([name, value]) => `${name}=${percentEncoded(value)}`).join("&");
const percentEncoded = (value: string) => Buffer.from(value).toString("hex").replace(/../g, "%$&");

const records = (named: Readonly<Record<string, FinalRecord>>): Case[] =>
  Object.entries(named).map(([name, payment]) => ({ name, payment, query: queryOf(payment) }));

const compatible = (record: FinalRecord, settings: Partial<FinalRecord["compatibility"]>): FinalRecord => ({
  ...record,
  compatibility: { ...record.compatibility, ...settings },
});

const genuine: Case[] = [
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

const changedValues: Readonly<Record<string, string>> = {
  status: "failed",
  transaction_id: otherOrder.transactionId,
  order_id: otherOrder.orderId,
  total: "1000.00",
  currency: "USD",
  fee_structure: "split",
  message: "[1-R00]: Well done.",
  card: "XXXXXXXXXXXX4242",
  date: "2026-11-16 12:00:05",
};

const unsigned: Case[] = [
  ...Object.entries(changedValues).map(([name, value]) => ({
    name: `another ${name} than was signed`,
    query: changed(good, { [name]: value }),
  })),
  { name: "other data than was signed", query: changed(queryOf(withData("a")), { data: "b" }), payment: withData("a") },
  { name: "data that was added", query: changed(good, { data: "a" }) },
  { name: "a card that was removed", query: changed(good, { card: null }) },
  { name: "a reasonDescription that was added", query: changed(good, { reasonDescription: "No." }) },
  {
    name: "a failure that was turned into a success, with the hash of another payment",
    query: changed(queryOf(declined), { status: "success", hash: parametersOf(good).hash ?? "" }),
    payment: declined,
  },
  { name: "a wrong signature", query: changed(good, { tw_signature: "0".repeat(64) }) },
  { name: "a shortened signature", query: changed(good, { tw_signature: "3d34" }) },
  {
    name: "a signature in upper case",
    query: changed(good, { tw_signature: parametersOf(good).tw_signature?.toUpperCase() ?? "" }),
  },
  { name: "a signature that is not ASCII", query: changed(good, { tw_signature: "é".repeat(32) }) },
  { name: "the signature of another account", query: queryOf(paid, { ...secrets, signingSecret: "another-secret" }) },
  { name: "the old key after a rotation", query: queryOf(paid, former) },
  { name: "a sandbox result in a live shop", query: good, secrets: [live] },
  { name: "a shop without secrets", query: good, secrets: [] },
  {
    name: "data that was decoded twice",
    query: changed(queryOf(withData("50%25")), { data: "50%" }),
    payment: withData("50%25"),
  },
].map((each) => ({ ...each, error: "wrong_signature" }));

const incomplete: Case[] = [
  { name: "no parameters", query: "" },
  { name: "parameters of the shop only", query: "cart=7" },
  ...["status", "transaction_id", "order_id", "currency", "total", "message", "hash", "tw_signature"].map((name) => ({
    name: `no ${name}`,
    query: changed(good, { [name]: null }),
  })),
  { name: "a status in a list in a list", query: `${changed(good, { status: null })}&status[][]=success` },
  { name: "an empty hash", query: changed(good, { hash: "" }) },
  { name: "a failure that was turned into a success", query: changed(queryOf(declined), { status: "success" }) },
  {
    name: "the unsigned return of a refused request",
    query: new URL(errorReturnOf(paid.responseUrl, "The total is wrong.", { orderId: paid.orderId, data: null }))
      .search,
  },
  {
    name: "the result of storing a card",
    query: queryOf({ ...paid, purpose: "card_create", createdCard: { uuid: "8f14e45f-ceea-467f-9575-1c6d0a2a9f1b" } }),
  },
].map((each) => ({ ...each, error: "missing_parameter" }));

const repeated: Case[] = ["status", "total", "hash", "order_id", "tw_signature"].map((name) => ({
  name: `a repeated ${name}`,
  query: `${good}&${name}=${parametersOf(good)[name]}`,
  error: "duplicate_parameter",
}));

const hashed = (total: bigint, key: string) => hashOf(paid.transactionId, total, key);
const wrongHashes: Case[] = [
  { name: "a wrong hash", query: resigned(good, { hash: "3d34d20260f7433ceee277e9ed9166a3" }) },
  { name: "a hash of the total with the fee", query: resigned(good, { hash: hashed(1205n, secrets.hashKey) }) },
  { name: "a hash with another key", query: resigned(good, { hash: hashed(1000n, live.hashKey) }) },
  { name: "a hash in upper case", query: resigned(good, { hash: hashed(1000n, secrets.hashKey).toUpperCase() }) },
  { name: "a shortened hash", query: resigned(good, { hash: "3d34" }) },
  { name: "a hash that is not ASCII", query: resigned(good, { hash: "é".repeat(16) }) },
  { name: "a payment of another total", query: good, payment: { ...paid, total: 10_000n } },
  { name: "only the hash key was rotated", query: good, secrets: [{ ...secrets, hashKey: "new-hash-key" }] },
].map((each) => ({ ...each, error: "wrong_hash" }));

const others: Case[] = [
  { name: "an order that the shop does not know", query: good, payment: null, error: "unknown_order" },
  { name: "the result of another order", query: queryOf(otherOrder), error: "wrong_order" },
  { name: "a payment in another currency", query: queryOf({ ...paid, currency: "USD" }), error: "wrong_currency" },
  {
    name: "the result of an earlier payment of the same order",
    query: queryOf({ ...paid, transactionId: otherOrder.transactionId }),
    error: "wrong_transaction",
  },
  {
    name: "a failure of an earlier payment of the same order",
    query: queryOf({ ...declined, transactionId: otherOrder.transactionId }),
    error: "wrong_transaction",
  },
  {
    name: "a transaction that is not one of the order's two sessions",
    query: queryOf({ ...paid, transactionId: otherOrder.transactionId }),
    order: { transaction_id: [paid.transactionId, `${paid.transactionId.slice(0, -1)}M`] },
    error: "wrong_transaction",
  },
  {
    // The id and the total that the hash covers are the same digits: …K1 and 0.00 instead of …K and 10.00.
    name: "a digit that moved from the total to the id",
    query: resigned(good, { transaction_id: `${paid.transactionId}1`, total: "0.00" }),
    payment: { ...paid, total: 0n },
    order: { transaction_id: null },
    error: "wrong_transaction",
  },
  {
    name: "a malformed transaction id for an order without a stored transaction",
    query: resigned(good, { transaction_id: "SB-1" }),
    order: { transaction_id: null },
    error: "wrong_transaction",
  },
];

const forgedHash = resigned(good, { hash: hashed(1000n, "") });
const mistakes: Case[] = [
  { name: "an empty hash key in a rotation", query: forgedHash, hashKeys: ["123", ""], refused: "hash_keys" },
  { name: "an empty hash key and a failure", query: queryOf(declined), hashKeys: [""], refused: "hash_keys" },
  { name: "a hash key that is missing", query: good, hashKeys: ["123", null], refused: "hash_keys" },
  { name: "an order total that is a float", query: good, order: { total: 10.5 }, refused: "total" },
  { name: "an order total that is a number", query: good, order: { total: 10 }, refused: "total" },
  {
    name: "an empty signing secret in a rotation",
    query: queryOf(paid, { ...secrets, signingSecret: "" }),
    secrets: [secrets, { ...former, signingSecret: "" }],
    refused: "signing_secrets",
  },
];

export function redirectVectors() {
  const cases = [...genuine, ...unsigned, ...incomplete, ...repeated, ...wrongHashes, ...others, ...mistakes];
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

const expectedOf = ({ error, refused }: Pick<Case, "error" | "refused">) =>
  refused ? { error: "input", field: refused } : error ? { error } : null;

const orderOf = ({ orderId, total, currency, transactionId }: FinalRecord): Stored => ({
  id: orderId,
  total: formatMinor(total),
  currency,
  transaction_id: transactionId,
  is_paid: false,
});

function resultOf(query: string, isKnown: boolean) {
  const { status, message, transaction_id, total, card = null, data = null } = parametersOf(query);
  const isPaid = status === "success";
  return { is_paid: isPaid, is_repeat: isPaid && isKnown, status, message, transaction_id, total, card, data };
}

/** Whether the product itself says that it sent this redirect for this payment. */
function isSentFor(payment: FinalRecord | null, query: string, known: readonly MerchantSecrets[]): boolean {
  const [current, old = null] = known;
  if (!payment || !current) return false;
  const parsed = new URLSearchParams(query);
  const values = Object.fromEntries([...parsed.keys()].map((name) => [name, parsed.getAll(name)]));
  const { sent } = proveRedirect(readReturned(values), payment, { current, next: null, former: old });
  return sent !== null;
}
