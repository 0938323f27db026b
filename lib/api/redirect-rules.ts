import { hashOf, signatureName } from "@/lib/checkout/redirect";
import { formatMinor } from "@/lib/kit/money";

/**
 * The rules of docs/guides/redirect-and-hash.md as data, for programs that write or check the code of a shop. The
 * reasons are those of our libraries.
 */
export const redirectRules = (origin: string) => ({
  about: "How a shop's server verifies the result of a payment in the query of its response_url.",
  docs: `${origin}/docs/redirect-and-hash.md`,
  vectors: `${origin}/docs/vectors.json`,
  parameters,
  /** The id that the payment request returned is better than the pattern. */
  transaction_id: { pattern: "^(SB-)?[0-9A-Z]{25}[A-Z]$", sandbox_prefix: "SB-" },
  hash: {
    parameter: "hash",
    algorithm: "MD5",
    output: "lower-case hex",
    input: ["transaction_id", "total that you requested, with two decimals", "hash key"],
    separator: "",
    example: { transaction_id: example.transactionId, total: formatMinor(example.total), hash_key: "123", hash },
  },
  signature: {
    parameter: signatureName,
    algorithm: "HMAC-SHA256",
    key: "signing secret",
    output: "lower-case hex",
    input: "the parameters that the URL has, sorted by name, as application/x-www-form-urlencoded",
    parameters: parameters.flatMap(({ name }) => (name === signatureName ? [] : [name])).sort(),
    /** Signed, too, if the account has the compatibility setting for it. Otherwise it is the shop's own parameter. */
    optional: ["customer_name"],
  },
  refused,
  checks,
});

const example = { transactionId: "SB-12-1-oid_123-aBc-20210616024001", total: 10_00n };
const hash = hashOf(example.transactionId, example.total, "123");

/** `sent`: with every result, with a success only, with a failure only, or if there is such a value. */
const parameters = [
  { name: "status", sent: "always", meaning: "success, failed or error. Only success can be paid." },
  { name: "transaction_id", sent: "always", meaning: "The id that the payment request returned." },
  { name: "order_id", sent: "always", meaning: "The order of the payment request." },
  { name: "currency", sent: "always", meaning: "The currency of the payment request." },
  { name: "total", sent: "always", meaning: "The amount that the customer paid, with the fee. 0.00 if nothing." },
  { name: "message", sent: "always", meaning: "[A-RBB]: text." },
  { name: "fee_structure", sent: "always", meaning: "Who pays the fee." },
  { name: "date", sent: "always", meaning: "YYYY-MM-DD hh:mm:ss in UTC." },
  { name: "reasonDescription", sent: "failure", meaning: "The same text as message." },
  { name: "card", sent: "optional", meaning: "The masked card number." },
  { name: "data", sent: "optional", meaning: "Your value. Missing if the URL would exceed 7,500 bytes." },
  { name: "hash", sent: "success", meaning: "See hash." },
  { name: signatureName, sent: "always", meaning: "See signature." },
] as const;

/** A payment request that we refused. Nothing proves it, and no check applies. */
const refused = {
  status: "error",
  without: ["transaction_id", signatureName],
  rule: "Leave the order as it is. message says why we refused the payment request.",
} as const;

/** In this order. The first one that fails is the reason to refuse the result. */
const checks = [
  { reason: "unknown_order", rule: "You have an order with this order_id." },
  { reason: "duplicate_parameter", rule: "No parameter of ours is given more than once." },
  {
    reason: "missing_parameter",
    rule: "No parameter is missing or empty.",
    parameters: ["status", "transaction_id", "order_id", "currency", "total", "message", signatureName],
    parameters_of_success: ["hash"],
  },
  { reason: "wrong_signature", rule: "tw_signature matches with one of your current signing secrets." },
  { reason: "wrong_order", rule: "order_id is that of your order." },
  { reason: "wrong_currency", rule: "currency is that of your order." },
  {
    reason: "wrong_transaction",
    rule: "transaction_id is one that you stored. Without a stored one, it matches the pattern.",
  },
  {
    reason: "wrong_hash",
    rule: "If status is success, hash matches with your order's own total and a current hash key.",
  },
] as const;
