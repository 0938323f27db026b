import { day, later, minute } from "@/lib/kit/clock";
import { approvedCode, declinedCode } from "@/lib/reference/response-codes";
import { newSecret } from "@/lib/webhooks/signature";
import {
  eventFor,
  type KitEvent,
  otherAttempt,
  otherCurrencyThan,
  type Play,
  resultFor,
  type TestOrder,
  webhookHeaders,
} from "../messages";
import { type KitStep, type ListedCase, visit } from "./kit-case";

/** Events as the product sends them, and forged ones. */
type Posted = Extract<KitStep, { kind: "post" }>;

/** Posts events in one go, signed at this moment with the endpoint's secret. */
const post = (play: Play, answer: Posted["answer"], ...events: readonly KitEvent[]): KitStep => ({
  kind: "post",
  answer,
  events: events.map((event) => ({ event, headers: webhookHeaders(event, play.at, [play.webhookSecret]) })),
});

const successOf = (play: Play, order: TestOrder = play.order, occurredAt = play.at): KitEvent =>
  eventFor(play, order, { event: "payment.success", code: approvedCode, occurredAt });

const oldMs = 10 * minute;
const lateMs = 3 * day;
const eventsAtOnce = 3;

export const webhookCases: readonly ListedCase[] = [
  {
    id: "webhook-success",
    title: "Webhook: success",
    sent: "We sent a signed payment.success. The customer's name has accents and a slash.",
    right: "The signature of the raw body matches. The receiver answers 2xx, and the order is paid.",
    docs: "webhooks#3-verify-the-signature",
    leaves: "paid",
    steps: (play) => [post(play, "accept", successOf(play))],
  },
  {
    id: "webhook-wrong-signature",
    title: "Webhook: wrong signature",
    sent: "Somebody sent a payment.success that was signed with another secret.",
    right: "The receiver answers 400, and the order stays unpaid.",
    docs: "webhooks#3-verify-the-signature",
    leaves: "unpaid",
    steps: (play) => [post({ ...play, webhookSecret: newSecret() }, "refuse", successOf(play))],
  },
  {
    id: "webhook-changed-body",
    title: "Webhook: changed body",
    sent: "Somebody turned a signed payment.failed into a payment.success and kept its signature.",
    right: "The signature covers the body. The receiver answers 400, and the order stays unpaid.",
    docs: "webhooks#3-verify-the-signature",
    leaves: "unpaid",
    steps: (play) => {
      const failed = eventFor(play, play.order, { event: "payment.failed", code: declinedCode });
      const headers = webhookHeaders(failed, play.at, [play.webhookSecret]);
      const success = successOf(play);
      const event = { id: failed.id, body: success.body.replace(success.id, failed.id) };
      return [{ kind: "post", answer: "refuse", events: [{ event, headers }] }];
    },
  },
  {
    id: "webhook-old-timestamp",
    title: "Webhook: old timestamp",
    sent: "Somebody sent a recorded payment.success again. Its timestamp and signature are ten minutes old.",
    right: "The receiver answers 400 to a timestamp that is older than five minutes. The order stays unpaid.",
    docs: "webhooks#3-verify-the-signature",
    leaves: "unpaid",
    steps: (play) => [post({ ...play, at: later(-oldMs, play.at) }, "refuse", successOf(play))],
  },
  {
    id: "webhook-two-signatures",
    title: "Webhook: two signatures",
    sent: "We sent a payment.success with two signatures, as while a secret is replaced. The second one matches.",
    right: "One matching signature is enough. The receiver answers 2xx, and the order is paid.",
    docs: "webhooks#6-replace-a-secret",
    leaves: "paid",
    steps: (play) => {
      const event = successOf(play);
      const headers = webhookHeaders(event, play.at, [newSecret(), play.webhookSecret]);
      return [{ kind: "post", answer: "accept", events: [{ event, headers }] }];
    },
  },
  {
    id: "webhook-created",
    title: "Webhook: payment created",
    sent: "We sent a signed payment.created.",
    right: "Nothing is paid yet. The receiver answers 2xx, and the order stays unpaid.",
    docs: "webhooks#2-read-the-event",
    leaves: "unpaid",
    steps: (play) => [post(play, "accept", eventFor(play, play.order, { event: "payment.created", code: null }))],
  },
  {
    id: "webhook-failed",
    title: "Webhook: failure, then success",
    sent: "We sent a signed payment.failed of the customer's first attempt, then a payment.success of the second.",
    right: "A failure does not close the order. The receiver answers 2xx twice, and the order is paid.",
    docs: "webhooks#4-handle-each-event-once",
    leaves: "paid",
    steps: (play) => {
      const first = { event: "payment.failed", code: declinedCode, occurredAt: later(-minute, play.at) };
      return [
        post(play, "accept", eventFor(play, otherAttempt(play.order), first)),
        post(play, "accept", successOf(play)),
      ];
    },
  },
  {
    id: "webhook-duplicate",
    title: "Webhook: the same event twice",
    sent: "We sent the same payment.success twice, with the same webhook-id.",
    right: "The receiver answers 2xx twice. The order is paid, and it was marked as paid once.",
    docs: "webhooks#4-handle-each-event-once",
    leaves: "paid",
    isCounted: true,
    steps: (play) => {
      const event = successOf(play);
      return [post(play, "accept", event), post(play, "accept", event)];
    },
  },
  {
    id: "webhook-out-of-order",
    title: "Webhook: events out of order",
    sent: "We sent a payment.success. Then we sent the payment.created of the same payment, which is a minute older.",
    right: "The newest occurred_at counts. The receiver answers 2xx twice, and the order stays paid.",
    docs: "webhooks#4-handle-each-event-once",
    leaves: "paid",
    steps: (play) => {
      const created = { event: "payment.created", code: null, occurredAt: later(-minute, play.at) };
      return [post(play, "accept", successOf(play)), post(play, "accept", eventFor(play, play.order, created))];
    },
  },
  {
    id: "webhook-then-redirect",
    title: "Webhook, then redirect",
    sent: "We sent a payment.success. Then the customer returned with the same result.",
    right: "The customer sees the page of a paid order. The order was marked as paid once.",
    docs: "webhooks#4-handle-each-event-once",
    leaves: "paid",
    isCounted: true,
    steps: (play) => [post(play, "accept", successOf(play)), visit(resultFor(play, play.order), "page")],
  },
  {
    id: "webhook-late",
    title: "Webhook: late delivery",
    sent: "We sent a payment.success whose delivery failed for three days. Its timestamp is new, its occurred_at is not.",
    right: "We retry for 75 hours. The receiver answers 2xx, and the order is paid.",
    docs: "webhooks#5-recover-from-failures",
    leaves: "paid",
    steps: (play) => [post(play, "accept", successOf(play, play.order, later(-lateMs, play.at)))],
  },
  {
    id: "webhook-slow",
    title: "Webhook: slow answer",
    orders: "none",
    sent: `We sent ${eventsAtOnce} signed events of a kind that does not exist yet, at the same time.`,
    right:
      "The receiver answers 2xx to each of them within 15 seconds. It works afterwards, and ignores unknown events.",
    docs: "webhooks#2-read-the-event",
    leaves: null,
    steps: (play) => {
      const unknown = { event: "payment.celebrated", code: approvedCode };
      const events = Array.from({ length: eventsAtOnce }, () => eventFor(play, play.order, unknown));
      return [post(play, "accept", ...events)];
    },
  },
  {
    id: "webhook-changed-total",
    title: "Webhook: total changed",
    sent: "The customer paid half of the total. We sent the payment.success of that payment.",
    right: "Compare original_total with your order. The order stays unpaid.",
    docs: "webhooks#4-handle-each-event-once",
    leaves: "unpaid",
    steps: (play) => [post(play, "any", successOf(play, { ...play.order, total: play.order.total / 2n || 1n }))],
  },
  {
    id: "webhook-changed-currency",
    title: "Webhook: currency changed",
    sent: "The customer paid the same number in another currency. We sent the payment.success of that payment.",
    right: "Compare currency with your order. The order stays unpaid.",
    docs: "webhooks#4-handle-each-event-once",
    leaves: "unpaid",
    steps: (play) => {
      const currency = otherCurrencyThan(play.order.currency);
      return [post(play, "any", successOf(play, { ...play.order, currency }))];
    },
  },
  {
    id: "webhook-unknown-order",
    title: "Webhook: unknown order",
    orders: "none",
    sent: "We sent a signed payment.success for an order that the shop does not have.",
    right: "The receiver answers without an error of its own, and creates no order.",
    docs: "webhooks#4-handle-each-event-once",
    leaves: "unpaid",
    steps: (play) => [post(play, "any", successOf(play))],
  },
];
