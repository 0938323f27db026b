import { randomBytes } from "node:crypto";
import { newTransactionId } from "@/lib/kit/ids";
import { formatMinor, parseMinor } from "@/lib/kit/money";
import { declinedCode } from "@/lib/reference/response-codes";
import { edited, otherAttempt, otherCurrencyThan, type Play, resigned, resultFor, returnUrlOf } from "../messages";
import { type ListedCase, visit } from "./kit-case";

const anotherSecret = () => randomBytes(24).toString("hex");

const withSecrets = (play: Play, secrets: Partial<Play["secrets"]>): Play => ({
  ...play,
  secrets: { ...play.secrets, ...secrets },
});

/** Names under which shops often put the id of an order into their `response_url`. */
const usualOwnNames = ["order", "orderid", "id", "invoice", "reference"];

/** The return URL of the order under test. Without parameters of the shop in it, the kit adds usual ones. */
function ownReturnUrl(play: Play): string {
  const own = returnUrlOf(play, play.order);
  if (own !== returnUrlOf(play, play.other)) return own;
  return edited(own, Object.fromEntries(usualOwnNames.map((name) => [name, play.order.orderId])));
}

const forgeries: readonly Omit<ListedCase, "leaves">[] = [
  {
    id: "wrong-hash",
    title: "Wrong hash",
    sent: "The customer returned with a success whose hash and signature were made with other keys.",
    right: "The hash does not match, so the order stays unpaid.",
    docs: "redirect-and-hash#the-hash",
    steps: (play) => {
      const secrets = { hashKey: anotherSecret(), signingSecret: anotherSecret() };
      return [visit(resultFor(withSecrets(play, secrets), play.order))];
    },
  },
  {
    id: "empty-key",
    title: "Hash made without a key",
    sent: "The customer returned with a success whose hash and signature were made with empty keys.",
    right: "The order stays unpaid. If the shop believes it, its keys are not configured.",
    docs: "redirect-and-hash#tw_signature",
    steps: (play) => [visit(resultFor(withSecrets(play, { hashKey: "", signingSecret: "" }), play.order))],
  },
  {
    id: "missing-hash",
    title: "Failure changed to a success",
    sent: "The customer changed status=failed to status=success in the URL of a declined payment. It has no hash.",
    right: "A success always has a hash. Without one, the order stays unpaid.",
    docs: "redirect-and-hash#the-hash",
    steps: (play) => [visit(edited(resultFor(play, play.order, declinedCode), { status: "success" }))],
  },
  {
    id: "wrong-signature",
    title: "Wrong signature",
    sent: "The customer returned with a success whose hash is correct and whose tw_signature is not.",
    right: "Verify tw_signature too, because it covers the order, the currency and the status. The hash does not.",
    docs: "redirect-and-hash#tw_signature",
    isAdvice: true,
    steps: (play) => [visit(resultFor(withSecrets(play, { signingSecret: anotherSecret() }), play.order))],
  },
  {
    id: "changed-total",
    title: "Total changed",
    sent: "The customer paid half of the total, for example by editing the form. Hash and signature match that half.",
    right: "Compute the hash from the total of your own order, not from the URL. The order stays unpaid.",
    docs: "redirect-and-hash#in-your-shop",
    steps: (play) => [visit(resultFor(play, { ...play.order, total: play.order.total / 2n || 1n, customerFee: 0n }))],
  },
  {
    id: "changed-currency",
    title: "Currency changed",
    sent: "The customer paid the same number in another currency. Hash and signature match that payment.",
    right: "The hash does not cover the currency. Compare it with the currency of your order. The order stays unpaid.",
    docs: "redirect-and-hash#in-your-shop",
    steps: (play) => [visit(resultFor(play, { ...play.order, currency: otherCurrencyThan(play.order.currency) }))],
  },
  {
    id: "replayed-result",
    title: "Result of another order",
    orders: "two",
    sent: "The customer paid another order of the same total, and put the id of this order into that result.",
    right: "Compare transaction_id with the one of your order, or use a transaction once only. The order stays unpaid.",
    docs: "redirect-and-hash#the-hash",
    steps: (play) => {
      const paid = resultFor(play, play.other);
      return [visit(paid), visit(edited(paid, { order_id: play.order.orderId }))];
    },
  },
  {
    id: "own-parameter",
    title: "The shop's own parameter of another order",
    orders: "two",
    sent: "The customer paid another order of the same total, and put the shop's parameters of this order into that result.",
    right: "The signature does not cover your own parameters. Find the order by order_id. The order stays unpaid.",
    docs: "redirect-and-hash#in-your-shop",
    steps: (play) => [visit(resultFor(play, { ...otherAttempt(play.other), responseUrl: ownReturnUrl(play) }))],
  },
  {
    id: "other-data",
    title: "Data of another order",
    orders: "two",
    sent: "The customer paid another order of the same total with the data of this order. Hash and signature match.",
    right: "Customers can change data before they pay. Find the order by order_id. The order stays unpaid.",
    docs: "redirect-and-hash#in-your-shop",
    steps: (play) => {
      const { data, orderId } = play.order;
      return [visit(resultFor(play, { ...otherAttempt(play.other), data: data ?? orderId }))];
    },
  },
  {
    id: "upper-case-hash",
    title: "Hash in capital letters",
    sent: "The customer returned with a success whose hash is correct, but in capital letters. The signature matches.",
    right: "We send lower-case letters only. Compare the hash exactly. The order stays unpaid.",
    docs: "redirect-and-hash#the-hash",
    isAdvice: true,
    steps: (play) => {
      const result = resultFor(play, play.order);
      const hash = new URL(result).searchParams.get("hash")?.toUpperCase() ?? "";
      return [visit(resigned(result, { hash }, play.secrets.signingSecret))];
    },
  },
  {
    id: "moved-digit",
    title: "Digit moved between id and total",
    sent: "The first digit of another payment's total was moved to the end of its transaction_id. The hash still matches.",
    right: "Compare transaction_id with the one that you stored, or with our pattern. The order stays unpaid.",
    docs: "redirect-and-hash#the-hash",
    steps: (play) => {
      const { order } = play;
      const transactionId = newTransactionId("sandbox");
      const total = formatMinor(order.total);
      const longer = { ...order, transactionId, total: parseMinor(`1${total}`) ?? order.total, customerFee: 0n };
      return [visit(edited(resultFor(play, longer), { transaction_id: `${transactionId}1`, total }))];
    },
  },
  {
    id: "unknown-order",
    title: "Success for an unknown order",
    orders: "none",
    sent: "The customer returned with a correct success for an order that the shop does not have.",
    right: "The shop shows an error page, does not crash, and creates no order.",
    docs: "redirect-and-hash#in-your-shop",
    steps: (play) => [visit(resultFor(play, play.order))],
  },
];

/** Results that somebody forged. A correct shop believes none of them. */
export const forgeryCases: readonly ListedCase[] = forgeries.map((one) => ({ ...one, leaves: "unpaid" }));
