import { routeWords } from "@/lib/acquirers/titles";
import { failuresMax } from "@/lib/checkout/session/session-endings";
import { cardName } from "@/lib/format/card-name";
import { formatMoney } from "@/lib/format/money";
import { soldOf } from "@/lib/format/sold";
import type { StatusTone } from "@/lib/format/status-words";
import { isLinkPage } from "@/lib/kit/own-pages";
import { avsWords, knownAvsAnswer } from "@/lib/reference/avs";
import { approvedCode, linkHeldCode } from "@/lib/reference/response-codes";
import type { StepType } from "@/lib/timeline/steps";
import type { TimelineFacts } from "@/lib/timeline/store";
import { messageOf } from "@/lib/transactions/result";

/** Describes each event of a payment's timeline in plain words. */

/** Names of lucide icons. */
export type TimelineIcon =
  | "ban"
  | "check"
  | "circle-alert"
  | "clock"
  | "corner-up-left"
  | "credit-card"
  | "eye"
  | "log-out"
  | "mail"
  | "plus"
  | "send"
  | "shield-check"
  | "sliders-horizontal"
  | "triangle-alert"
  | "undo-2"
  | "webhook"
  | "x";

export type StepWords = {
  icon: TimelineIcon;
  tone?: StatusTone;
  title: string;
  notes?: (string | false | null | undefined)[];
};

type Detail = Readonly<Record<string, unknown>>;
type Step = { detail: Detail; at: Date; facts: TimelineFacts };
type Words = StepWords | ((step: Step) => StepWords);

/** `Code 2-R05`, and the text of the code. */
function codeNotes(code: unknown): string[] {
  const [, shown, text] = typeof code === "string" ? (/^\[(.+?)\]: (.+?)\.?$/.exec(messageOf(code)) ?? []) : [];
  return shown && text ? [`Code ${shown}`, text] : [];
}

const approvedNote = codeNotes(approvedCode)[0];

const attemptAt = ({ at, facts }: Step) => facts.attempts.findLast(({ startedAt }) => startedAt <= at);

function cardNote(step: Step): string | null {
  const attempt = attemptAt(step);
  return attempt ? cardName(attempt.cardNetwork, attempt.cardLast4) : null;
}

function attemptNote(step: Step): string | null {
  const attempt = attemptAt(step);
  const number = attempt ? step.facts.attempts.indexOf(attempt) + 1 : 0;
  if (number === 0) return null;
  return number <= failuresMax ? `attempt ${number} of ${failuresMax}` : `attempt ${number}`;
}

function addressNote({ detail: { avs } }: Step): string | null {
  const answer = knownAvsAnswer(avs);
  return answer && `Address check: ${avsWords[answer].toLowerCase()}`;
}

/** The gateway's outcomes. The reason of a decline has the same text as on other pages. */
const outcomes: Readonly<Record<string, Pick<StepWords, "icon" | "tone" | "title">>> = {
  approved: { icon: "check", tone: "success", title: "Payment approved by the bank" },
  declined: { icon: "x", tone: "danger", title: "Payment declined by the bank" },
  challenge: { icon: "shield-check", title: "The bank asked to check the customer (3DS)" },
  error: { icon: "circle-alert", tone: "danger", title: "The gateway reported an error" },
  unknown: { icon: "clock", tone: "warning", title: "The gateway did not answer in time" },
  not_found: { icon: "circle-alert", title: "The gateway does not know the charge" },
  voided: { icon: "undo-2", title: "The charge was voided at the gateway" },
  refunded: { icon: "undo-2", title: "The charge was refunded at the gateway" },
};

function answered(step: Step): StepWords {
  const { outcome, code } = step.detail;
  const words = outcomes[String(outcome)] ?? { icon: "send", title: "The gateway answered" };
  const reason = outcome === "approved" ? [approvedNote] : codeNotes(code);
  return { ...words, notes: [...reason, cardNote(step), addressNote(step)] };
}

const refundOf = ({ detail: { refund }, facts }: Step) => facts.refunds.find(({ id }) => id === refund);

/** The amount in a step's detail, or that of the refund which the detail names. */
function amountIn(step: Step): string {
  const { detail, facts } = step;
  const value = typeof detail.amount === "string" ? detail.amount : refundOf(step)?.amount;
  return value === undefined ? "" : ` of ${formatMoney({ amount: value, currency: facts.currency })}`;
}

function sourceNote({ paymentLink, quantity, origin }: TimelineFacts): string {
  return paymentLink ? `By the payment link “${soldOf({ ...paymentLink, quantity })}”` : `From ${origin}`;
}

function returnTitle({ paymentLink, responseUrl, status }: TimelineFacts): string {
  if (!paymentLink) return "Customer returned to your shop";
  if (!isLinkPage(responseUrl)) return "Customer returned to the link’s own page";
  return status === "success" ? "Customer went on to the receipt" : "Customer returned to the link";
}

const shopless = (step: Step) => step.facts.purpose === "card_create";
const recipient = ({ facts }: Step) => facts.email ?? "the customer";

const words: Readonly<Record<StepType, Words>> = {
  request_accepted: (step) => ({
    icon: "plus",
    title: shopless(step) ? "Card check requested" : "Payment requested",
    notes: [sourceNote(step.facts)],
  }),
  page_opened: { icon: "eye", title: "Customer opened the checkout page" },
  time_extended: { icon: "clock", title: "Customer asked for more time" },
  consent_given: { icon: "check", title: "Customer agreed to store the card" },
  try_started: (step) => ({
    icon: "credit-card",
    title: "Card submitted",
    notes: [
      cardNote(step),
      attemptNote(step),
      routeWords(step.detail),
      step.detail.authentication && "3DS is required, because many cards failed from this network",
    ].map((note) => (typeof note === "string" ? note : null)),
  }),
  try_refused: (step) => ({
    icon: "ban",
    tone: "danger",
    title: "Card refused before the bank was asked",
    notes: [cardNote(step), attemptNote(step)],
  }),
  gateway_down: {
    icon: "circle-alert",
    tone: "warning",
    title: "The acquirer was down",
    notes: ["The card was not sent. Nothing was charged."],
  },
  order_held: ({ detail }) => ({
    icon: "ban",
    title:
      detail.code === linkHeldCode
        ? "The payment link could not be paid: it was closed, expired or sold out, or other payers were first"
        : "The order was being paid, or had been paid, in another checkout",
  }),
  gateway_called: ({ detail }) => ({
    icon: "send",
    title: detail.call === "complete" ? "Result of the bank’s check sent to the gateway" : "Charge sent to the gateway",
  }),
  gateway_answered: answered,
  inquired: (step) => {
    const { notes = [], ...rest } = answered(step);
    return { ...rest, notes: [...notes, "found by asking the gateway again"] };
  },
  challenge_shown: { icon: "shield-check", title: "Customer sent to the bank’s check (3DS)" },
  challenge_answered: { icon: "shield-check", title: "Customer completed the bank’s check (3DS)" },
  challenge_cancelled: { icon: "ban", title: "Customer gave up the bank’s check (3DS)" },
  challenge_taken_over: ({ facts }) => ({
    icon: "ban",
    title: `Another checkout of this ${facts.paymentLink ? "link" : "order"} continued, because the bank’s check was not finished`,
    notes: ["This checkout charges nothing for the unfinished check."],
  }),
  left: { icon: "log-out", title: "Customer left the checkout" },
  expired: { icon: "clock", title: "The session expired" },
  finalised: (step) => {
    const { code } = step.detail;
    if (code !== approvedCode) return { icon: "x", title: "Payment not made", notes: codeNotes(code) };
    return step.facts.email === null || shopless(step)
      ? { icon: "check", title: shopless(step) ? "Card check passed" : "Payment made" }
      : { icon: "mail", title: `Receipt sent to ${recipient(step)}` };
  },
  redirect_handed_over: ({ detail, facts }) => ({
    icon: "corner-up-left",
    title: returnTitle(facts),
    notes: [detail.dataLeftOut ? "Without data, because the address would have been too long" : null],
  }),
  late_approval: { icon: "triangle-alert", tone: "warning", title: "The bank approved after the checkout had ended" },
  void_requested: ({ detail: { because } }) => ({
    icon: "undo-2",
    title: "The charge will be voided",
    notes: [typeof because === "string" && `Reason: ${because}`],
  }),
  voided: { icon: "undo-2", title: "The charge was voided" },
  return_requested: { icon: "undo-2", title: "The charge had settled, so it is refunded" },
  platform_refund_requested: {
    icon: "undo-2",
    title: "The gateway refused to void the charge",
    notes: ["We refund it at our expense."],
  },
  platform_refund_refunded: { icon: "undo-2", title: "The charge was refunded at our expense" },
  platform_refund_rejected: {
    icon: "x",
    tone: "danger",
    title: "The gateway rejected the refund of the charge",
    notes: ["It will be voided again."],
  },
  operator_alerted: { icon: "triangle-alert", tone: "warning", title: "Our operators were asked to look into it" },
  receipt_resent: (step) => ({ icon: "mail", title: `Receipt sent again to ${recipient(step)}` }),
  refund_requested: (step) => ({
    icon: "undo-2",
    tone: "warning",
    title: `Refund${amountIn(step)} requested`,
    notes: [refundOf(step)?.reason],
  }),
  refund_refunded: (step) => ({ icon: "undo-2", tone: "success", title: `Refund${amountIn(step)} carried out` }),
  refund_rejected: (step) => ({
    icon: "x",
    tone: "danger",
    title: `Refund${amountIn(step)} rejected`,
    notes: ["The money is back in your balance."],
  }),
  refund_contradicted: {
    icon: "triangle-alert",
    tone: "warning",
    title: "The gateway carried out a refund that had been rejected",
    notes: ["Our operators look into it."],
  },
  chargeback_opened: (step) => ({
    icon: "triangle-alert",
    tone: "warning",
    title: `Chargeback${amountIn(step)} opened`,
    notes: ["The customer’s bank took the payment back."],
  }),
  chargeback_won: (step) => ({
    icon: "check",
    tone: "success",
    title: `Chargeback${amountIn(step)} won`,
    notes: ["The money is back in your balance."],
  }),
  chargeback_lost: { icon: "x", tone: "danger", title: "Chargeback lost" },
  fraud_confirmed: {
    icon: "triangle-alert",
    tone: "danger",
    title: "The customer’s bank confirmed fraud",
    notes: ["The cardholder did not make this payment."],
  },
  clock_moved: { icon: "clock", title: "Sandbox clock moved" },
  simulation_changed: { icon: "sliders-horizontal", title: "Sandbox behaviour changed" },
};

/** The words of a timeline event. An event type without words is shown by its name. */
export function timelineWordsFor(type: string, step: Step): StepWords {
  const chosen = Object.hasOwn(words, type) ? words[type as StepType] : undefined;
  if (typeof chosen === "function") return chosen(step);
  return chosen ?? { icon: "send", title: type.replaceAll("_", " ") };
}
