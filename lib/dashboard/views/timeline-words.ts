import { avsWords, knownAvsAnswer } from "@/lib/reference/avs";
import { cardNetworks } from "@/lib/reference/card-networks";
import type { StepType } from "@/lib/timeline/steps";
import { messageOf } from "@/lib/transactions/result";

/** Describes each event of a payment's timeline in plain words. */

type Detail = Readonly<Record<string, unknown>>;
type Words = string | ((detail: Detail) => string);

/** Texts for the gateway's outcomes. The reason of a decline has the same text as on other pages. */
const outcomes: Readonly<Record<string, string>> = {
  approved: "The bank approved the payment",
  declined: "The bank declined the payment",
  challenge: "The bank wants to check the customer (3DS)",
  error: "The gateway reported an error",
  unknown: "The gateway did not answer in time",
  not_found: "The gateway does not know of the charge",
  voided: "The charge was taken back at the gateway",
  refunded: "The charge was refunded at the gateway",
};

const answered = (detail: Detail): string =>
  withMessage(outcomes[String(detail.outcome)] ?? "The gateway answered", detail) + addressCheck(detail);

function addressCheck({ avs }: Detail): string {
  const answer = knownAvsAnswer(avs);
  return answer ? ` Address check: ${avsWords[answer].toLowerCase()}.` : "";
}

const withMessage = (words: string, { code }: Detail): string =>
  typeof code === "string" ? `${words}: ${messageOf(code)}` : `${words}.`;

const withAmount = (words: string, { amount }: Detail): string =>
  typeof amount === "string" ? `${words}: ${amount}.` : `${words}.`;

const words: Readonly<Record<StepType, Words>> = {
  request_accepted: "The payment request was accepted.",
  page_opened: "The customer opened the page.",
  consent_given: "The customer agreed that the card is stored.",
  try_started: ({ authentication }) =>
    authentication
      ? "The customer sent a card. It needs 3DS, because many cards failed from the customer's network."
      : "The customer sent a card.",
  try_refused: "A card was refused before the bank was asked.",
  gateway_down: "The acquirer was down, so the card was not sent. Nothing was charged.",
  order_held: "The order was being paid, or had been paid, elsewhere.",
  gateway_called: ({ call }) =>
    call === "complete" ? "The gateway was told the bank's check." : "The gateway was asked to charge the card.",
  gateway_answered: answered,
  inquired: (detail) => `Asked again. ${answered(detail)}`,
  challenge_shown: "The customer was sent to the bank's check (3DS).",
  challenge_answered: "The customer came back from the bank's check (3DS).",
  challenge_cancelled: "The customer gave the bank's check up (3DS).",
  left: "The customer left the checkout.",
  expired: "The session expired.",
  finalised: (detail) => withMessage("The result stands", detail),
  redirect_handed_over: ({ dataLeftOut }) =>
    `The result was handed to the customer's browser, to be taken to your response address${
      dataLeftOut ? "; without data, because the address would have been too long" : ""
    }.`,
  late_approval: "The bank approved a payment that nobody waited for any more.",
  void_requested: ({ because }) => `The charge is to be taken back${because ? ` (${because})` : ""}.`,
  voided: "The charge was taken back.",
  return_requested: "The charge had settled: it is refunded instead.",
  platform_refund_requested: "The gateway refused to take the charge back: we refund it at our expense.",
  platform_refund_refunded: "The charge was refunded at our expense.",
  platform_refund_rejected: "The gateway rejected the refund of the charge. It is to be taken back again.",
  operator_alerted: "Our operators were asked to look into it.",
  receipt_resent: "The receipt was sent to the customer again.",
  refund_requested: (detail) => withAmount("A refund was requested", detail),
  refund_refunded: "The refund was carried out.",
  refund_rejected: "The refund was rejected. Its money is back in your balance.",
  refund_contradicted: "The gateway carried out a refund that had been given up. Our operators look into it.",
  chargeback_opened: (detail) => withAmount("The customer's bank took the payment back", detail),
  chargeback_won: (detail) => withAmount("The chargeback was won, and the money came back", detail),
  chargeback_lost: "The chargeback was lost.",
  fraud_confirmed: "The customer's bank says that it was not the card's holder who paid.",
  clock_moved: "The sandbox clock was moved.",
  simulation_changed: "The sandbox was told to behave differently.",
};

/** The text of a timeline event. An event type without a text is shown by its name. */
export function timelineWordsFor(type: string, detail: Detail): string {
  const chosen = Object.hasOwn(words, type) ? words[type as StepType] : undefined;
  return typeof chosen === "function" ? chosen(detail) : (chosen ?? `${type.replaceAll("_", " ")}.`);
}

export function cardWords({ cardNetwork, cardLast4 }: { cardNetwork: string; cardLast4: string }): string {
  const network = Object.entries(cardNetworks).find(([code]) => code === cardNetwork)?.[1].name ?? "Card";
  return `${network} ending in ${cardLast4}`;
}
