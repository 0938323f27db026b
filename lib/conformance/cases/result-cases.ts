import { errorReturnOf, hashOf } from "@/lib/checkout/redirect";
import { shareOf } from "@/lib/kit/money";
import { declinedCode, expiredCode, gatewayCode } from "@/lib/reference/response-codes";
import { edited, otherAttempt, reencoded, resultFor, returnUrlOf } from "../messages";
import { type ListedCase, visit } from "./kit-case";

/** Results that the product really sends. A correct shop understands each of them. */
const isUnpaid = "The order stays unpaid, and the customer sees a page that says so.";
const madeUpFee = 350n;

export const resultCases: readonly ListedCase[] = [
  {
    id: "new-order",
    title: "A new order is unpaid",
    sent: "The kit placed an order and sent no result.",
    right: "The order is unpaid until a result has been verified. A payment request that we accept is not a payment.",
    docs: "payment-request#the-answer",
    leaves: "unpaid",
    isSeenInAnswer: false,
    steps: () => [],
  },
  {
    id: "success",
    title: "Success",
    sent: "The customer returned with a correct success.",
    right: "The hash and the signature match, so the order is paid.",
    docs: "redirect-and-hash#in-your-shop",
    leaves: "paid",
    steps: (play) => [visit(resultFor(play, play.order), "page")],
  },
  {
    id: "success-with-fee",
    title: "Success with a fee",
    sent: "The customer returned with a correct success. Its total includes the customer's fee.",
    right: "The hash covers the total that you requested, without the fee. The order is paid.",
    docs: "redirect-and-hash#the-hash",
    leaves: "paid",
    steps: (play) => {
      const { order } = play;
      const customerFee = order.customerFee || shareOf(order.total, madeUpFee) || 1n;
      return [visit(resultFor(play, { ...order, customerFee, feeStructure: "customer_pay" }), "page")];
    },
  },
  {
    id: "other-encoding",
    title: "Parameters in another order and encoding",
    sent: "The customer returned with a correct success. Its parameters were in another order and encoded differently.",
    right: "The decoded values are the same. Verify them, not the text of the URL. The order is paid.",
    docs: "redirect-and-hash#tw_signature",
    leaves: "paid",
    steps: (play) => [visit(reencoded(resultFor(play, play.order)), "page")],
  },
  {
    id: "unknown-parameter",
    title: "Unknown parameter",
    sent: "The customer returned with a correct success, to which a tracker had added a parameter of its own.",
    right: "The signature covers our parameters only. Ignore all others. The order is paid.",
    docs: "redirect-and-hash#tw_signature",
    leaves: "paid",
    steps: (play) => [visit(edited(resultFor(play, play.order), { utm_source: "newsletter" }), "page")],
  },
  {
    id: "failed",
    title: "Declined payment",
    sent: "The customer returned with a declined payment. Like every failure, it has no hash.",
    right: isUnpaid,
    docs: "redirect-and-hash#parameters",
    leaves: "unpaid",
    steps: (play) => [visit(resultFor(play, play.order, declinedCode), "page")],
  },
  {
    id: "expired",
    title: "Expired session",
    sent: "The customer returned after the session expired. The result has neither a hash nor a card.",
    right: isUnpaid,
    docs: "redirect-and-hash#parameters",
    leaves: "unpaid",
    steps: (play) => [visit(resultFor(play, play.order, expiredCode), "page")],
  },
  {
    id: "gateway-error",
    title: "Error of the gateway",
    sent: "The customer returned with status=error, because the gateway did not answer.",
    right: isUnpaid,
    docs: "errors#results-of-a-payment",
    leaves: "unpaid",
    steps: (play) => [visit(resultFor(play, play.order, gatewayCode), "page")],
  },
  {
    id: "refused-request",
    title: "Refused payment request",
    sent: "The customer returned with the error of a refused payment request. It has no transaction_id and no signature.",
    right: isUnpaid,
    docs: "payment-request#the-answer",
    leaves: "unpaid",
    steps: (play) => {
      const { orderId, data } = play.order;
      const message = "The country code field is required.";
      return [visit(errorReturnOf(returnUrlOf(play, play.order), message, { orderId, data }), "page")];
    },
  },
  {
    id: "success-twice",
    title: "The same result twice",
    sent: "The customer returned with a correct success and loaded the page again.",
    right: "Both visits show the same page. The order is paid, and it was marked as paid once.",
    docs: "redirect-and-hash#in-your-shop",
    leaves: "paid",
    isCounted: true,
    steps: (play) => [visit(resultFor(play, play.order), "page"), visit(resultFor(play, play.order), "page")],
  },
  {
    id: "success-after-failure",
    title: "A success after a failure",
    sent: "The customer's first attempt was declined. The second attempt succeeded.",
    right: "A failure does not close the order. After the success, the order is paid.",
    docs: "redirect-and-hash#in-your-shop",
    leaves: "paid",
    steps: (play) => [
      visit(resultFor(play, otherAttempt(play.order), declinedCode)),
      visit(resultFor(play, play.order), "page"),
    ],
  },
  {
    id: "failure-after-success",
    title: "A failure after a success",
    sent: "The customer paid. Then another tab of the customer returned with an expired session of the same order.",
    right: "A paid order stays paid.",
    docs: "redirect-and-hash#in-your-shop",
    leaves: "paid",
    isSeenInAnswer: false,
    steps: (play) => [
      visit(resultFor(play, play.order), "page"),
      visit(resultFor(play, otherAttempt(play.order), expiredCode)),
    ],
  },
  {
    id: "hash-on-failure",
    title: "A failure with a hash",
    sent: "The customer returned with a declined payment to which a matching hash was added.",
    right: "The hash does not cover the status. Only status=success can mark an order as paid.",
    docs: "redirect-and-hash#the-hash",
    leaves: "unpaid",
    steps: (play) => {
      const { transactionId, total } = play.order;
      const hash = hashOf(transactionId, total, play.secrets.hashKey);
      return [visit(edited(resultFor(play, play.order, declinedCode), { hash }))];
    },
  },
];
