import type { Returned } from "./redirect-proof";
import type { Verification } from "./verify-redirect";

/** Texts of the pages that verify redirects. */

export type RedirectVerdict = { title: string; explanation: string; tone: "good" | "neutral" | "bad" };

const verdicts: Record<Verification["kind"], RedirectVerdict> = {
  paid: {
    title: "Verified: paid",
    explanation: "This is the result we sent, and the payment succeeded.",
    tone: "good",
  },
  card_stored: {
    title: "Verified: card stored",
    explanation: "This is the result we sent. Store uuid. You need it to verify and charge the card.",
    tone: "good",
  },
  not_paid: {
    title: "Verified: not paid",
    explanation: "This is the result we sent. It has no hash, because only a success has one. Nothing was charged.",
    tone: "neutral",
  },
  card_not_stored: {
    title: "Verified: no card stored",
    explanation: "This is the result we sent. Nothing was charged.",
    tone: "neutral",
  },
  changed: {
    title: "This result does not verify",
    explanation: "We did not send this URL, or someone changed it. Keep the order unpaid.",
    tone: "bad",
  },
  repeated: {
    title: "This result does not verify",
    explanation: "One of our parameters appears more than once. We send each of them once. Keep the order unpaid.",
    tone: "bad",
  },
  request_refused: {
    title: "The payment request was refused",
    explanation: "There is no payment. An error return is not signed, so it proves nothing. Keep the order unpaid.",
    tone: "bad",
  },
  no_result: {
    title: "There is no result to check",
    explanation: "The URL has no transaction_id. Use this page as the response_url of a sandbox payment.",
    tone: "bad",
  },
  not_sandbox: {
    title: "This result cannot be checked here",
    explanation:
      "This page checks sandbox payments only. Their transaction_id starts with SB-. Your own server verifies live results, with your live keys.",
    tone: "bad",
  },
  unknown: {
    title: "This result cannot be checked",
    explanation: "We have no sandbox payment with this transaction_id. Check that it is complete and unchanged.",
    tone: "bad",
  },
};

export function verdictOf({ kind }: Verification, { values }: Returned): RedirectVerdict {
  const verdict = verdicts[kind];
  if (kind === "request_refused" && values.reasonDescription) {
    return {
      ...verdict,
      explanation: `reasonDescription says why: “${values.reasonDescription}” ${verdict.explanation}`,
    };
  }
  return kind === "no_result" && Object.keys(values).length === 0 ? { ...verdict, tone: "neutral" } : verdict;
}

const meanings: Readonly<Record<string, string>> = {
  status: "The result of the payment: success, failed or error.",
  transaction_id: "Our id of the payment. Sandbox ids start with SB-.",
  message: "The response code and its text.",
  reasonDescription: "The same text as message. A success does not have it.",
  order_id: "The order id from your payment request.",
  total: "The amount debited, including the customer's share of the fee. It is 0.00 when nothing was debited.",
  currency: "The currency from your payment request.",
  fee_structure: "Who pays the fee, from your payment request.",
  card: "The card number. Only its last four digits are shown.",
  date: "When the payment ended, in UTC.",
  data: "The data from your payment request.",
  hash: "MD5 of transaction_id, the total you requested and your hash key. Only a success has it.",
  tw_signature: "HMAC-SHA256 of all our other parameters with your signing secret.",
  customer_name: "The customer's name. A compatibility setting of your account adds it.",
  uuid: "The id of the stored card.",
};

export type ExplainedParameter = { name: string; value: string; meaning: string };

export function explainParameters({ values }: Returned, { ours }: Pick<Verification, "ours">): ExplainedParameter[] {
  return Object.entries(values).map(([name, value]) => ({
    name,
    value,
    meaning: (ours.has(name) && meanings[name]) || "Your own parameter, returned unchanged.",
  }));
}
