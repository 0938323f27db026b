import type { FinalRecord } from "@/lib/checkout/redirect";
import {
  changed,
  former,
  otherOrder,
  paid,
  parametersOf,
  queryOf,
  refusalOf,
  resigned,
  secrets,
} from "./redirect-samples";
import { isSentFor } from "./redirect-vectors";

/** Results of storing a card as shops receive them, genuine and forged, and the answer that a library must give. */
type Case = {
  name: string;
  query: string;
  record?: FinalRecord;
  transactionIds?: readonly string[];
  /** The secrets that the shop knows, the current ones first. */
  known?: readonly (typeof secrets)[];
  error?: string;
  /** The value of the shop that a library must refuse. */
  refused?: string;
};

const uuid = "8f14e45f-ceea-467f-9575-1c6d0a2a9f1b";
const stored: FinalRecord = {
  ...paid,
  purpose: "card_create",
  currency: "USD",
  total: 137n,
  customerFee: 0n,
  createdCard: { uuid },
};
const failed: FinalRecord = { ...stored, status: "failed", code: "51", createdCard: null };
const live: FinalRecord = { ...stored, environment: "live", transactionId: "01M7HCE82374AY285DHXKB6Y7K" };
const good = queryOf(stored);

const cases: Case[] = [
  { name: "a stored card", query: good },
  { name: "a stored card in live, whose amount only the card holder sees", query: queryOf(live), record: live },
  { name: "a declined card", query: queryOf(failed), record: failed },
  { name: "parameters of the shop", query: `customer=7&${good}&utm_source=mail` },
  { name: "one of two requests", query: good, transactionIds: [otherOrder.transactionId, stored.transactionId] },
  { name: "the old secret during a rotation", query: queryOf(stored, former), known: [secrets, former] },
  { name: "a refused request", query: refusalOf(null, null) },
  {
    name: "another uuid than was signed",
    query: changed(good, { uuid: `1${uuid.slice(1)}` }),
    error: "wrong_signature",
  },
  { name: "another amount than was signed", query: changed(good, { total: "1.00" }), error: "wrong_signature" },
  { name: "an order id that was added", query: changed(good, { order_id: "MP-10482" }), error: "wrong_signature" },
  {
    name: "a uuid that was added to a payment",
    query: changed(queryOf(paid), { uuid }),
    error: "wrong_signature",
  },
  {
    name: "a failure that was turned into a success",
    query: changed(queryOf(failed), { status: "success", uuid }),
    record: failed,
    error: "wrong_signature",
  },
  { name: "the old secret after a rotation", query: queryOf(stored, former), error: "wrong_signature" },
  { name: "the success of a payment", query: queryOf(paid), error: "missing_parameter" },
  { name: "no uuid", query: changed(good, { uuid: null }), error: "missing_parameter" },
  { name: "no tw_signature", query: changed(good, { tw_signature: null }), error: "missing_parameter" },
  { name: "no parameters", query: "", error: "missing_parameter" },
  { name: "a repeated uuid", query: `${good}&uuid=${uuid}`, error: "duplicate_parameter" },
  {
    name: "the result of another request",
    query: resigned(good, { transaction_id: otherOrder.transactionId }),
    error: "wrong_transaction",
  },
  { name: "no signing secrets", query: good, known: [], refused: "signing_secrets" },
];

export function cardVectors() {
  return cases.map(({ name, query, record = stored, known = [secrets], error, refused, ...more }) => ({
    vector: {
      name,
      query,
      transaction_ids: more.transactionIds ?? [record.transactionId],
      signing_secrets: known.map(({ signingSecret }) => signingSecret),
      expected: refused ? { error: "input", field: refused } : error ? { error } : resultOf(query),
    },
    isGenuine: refused === undefined && isSentFor(record, query, known),
  }));
}

function resultOf(query: string) {
  const { status, message, transaction_id = "", uuid: card = null, total = null } = parametersOf(query);
  const outcome = { is_stored: status === "success", is_refused: transaction_id === "" };
  return { ...outcome, status, message, transaction_id, uuid: card, total };
}
