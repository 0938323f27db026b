import { hashOf } from "@/lib/checkout/redirect";
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
  type RedirectCase,
  refusalOf,
  resigned,
  secrets,
  withData,
} from "./redirect-samples";

/** Results that a library must refuse, and mistakes of the shop that it must name. */

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

const unsigned: RedirectCase[] = [
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
  {
    name: "data that was decoded twice",
    query: changed(queryOf(withData("50%25")), { data: "50%" }),
    payment: withData("50%25"),
  },
].map((each) => ({ ...each, error: "wrong_signature" }));

const incomplete: RedirectCase[] = [
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
    name: "the result of storing a card",
    query: queryOf({ ...paid, purpose: "card_create", createdCard: { uuid: "8f14e45f-ceea-467f-9575-1c6d0a2a9f1b" } }),
  },
].map((each) => ({ ...each, error: "missing_parameter" }));

const repeated: RedirectCase[] = ["status", "total", "hash", "order_id", "tw_signature"].map((name) => ({
  name: `a repeated ${name}`,
  query: `${good}&${name}=${parametersOf(good)[name]}`,
  error: "duplicate_parameter",
}));

const hashed = (total: bigint, key: string) => hashOf(paid.transactionId, total, key);
const wrongHashes: RedirectCase[] = [
  { name: "a wrong hash", query: resigned(good, { hash: "3d34d20260f7433ceee277e9ed9166a3" }) },
  { name: "a hash of the total with the fee", query: resigned(good, { hash: hashed(1205n, secrets.hashKey) }) },
  { name: "a hash with another key", query: resigned(good, { hash: hashed(1000n, live.hashKey) }) },
  { name: "a hash in upper case", query: resigned(good, { hash: hashed(1000n, secrets.hashKey).toUpperCase() }) },
  { name: "a shortened hash", query: resigned(good, { hash: "3d34" }) },
  { name: "a hash that is not ASCII", query: resigned(good, { hash: "é".repeat(16) }) },
  { name: "a payment of another total", query: good, payment: { ...paid, total: 10_000n } },
  { name: "only the hash key was rotated", query: good, secrets: [{ ...secrets, hashKey: "new-hash-key" }] },
].map((each) => ({ ...each, error: "wrong_hash" }));

const others: RedirectCase[] = [
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
export const forgeries = [...unsigned, ...incomplete, ...repeated, ...wrongHashes, ...others];

export const mistakes: RedirectCase[] = [
  { name: "an empty hash key in a rotation", query: forgedHash, hashKeys: ["123", ""], refused: "hash_keys" },
  { name: "an empty hash key and a failure", query: queryOf(declined), hashKeys: [""], refused: "hash_keys" },
  { name: "a hash key that is missing", query: good, hashKeys: ["123", null], refused: "hash_keys" },
  { name: "no hash keys", query: good, hashKeys: [], refused: "hash_keys" },
  { name: "no hash keys and a refused request", query: refusalOf(null, null), hashKeys: [], refused: "hash_keys" },
  ...[" 123", "123\n", "1 23", "123\t"].map((key) => ({
    name: `the hash key ${JSON.stringify(key)}`,
    query: good,
    hashKeys: [key],
    refused: "hash_keys",
  })),
  {
    name: "no signing secrets",
    query: good,
    hashKeys: ["123"],
    secrets: [],
    refused: "signing_secrets",
  },
  {
    name: "a signing secret with a line break",
    query: good,
    secrets: [{ ...secrets, signingSecret: `${secrets.signingSecret}\n` }],
    refused: "signing_secrets",
  },
  { name: "an order total that is a float", query: good, order: { total: 10.5 }, refused: "total" },
  { name: "an order total that is a number", query: good, order: { total: 10 }, refused: "total" },
  {
    name: "an empty signing secret in a rotation",
    query: queryOf(paid, { ...secrets, signingSecret: "" }),
    secrets: [secrets, { ...former, signingSecret: "" }],
    refused: "signing_secrets",
  },
];
