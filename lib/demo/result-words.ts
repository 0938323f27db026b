import type { Result, ShopVerdict } from "./verify-result";

/** The demo shop's texts about the result of one of its orders. */
type Words = { title: string; explanation: string; tone: "good" | "neutral" | "bad" };

const staysUnpaid = "Your order stays unpaid.";

export function resultWordsFor({ kind, checks }: ShopVerdict, result: Result): Words {
  switch (kind) {
    case "paid":
      return {
        title: "Your order is paid",
        explanation: "The hash and the signature are correct, so the shop can send your order.",
        tone: "good",
      };
    case "unpaid":
      if (result.hash) {
        const explanation = `Only a successful result has a hash, so someone added this one. ${staysUnpaid}`;
        return { title: "This result is not a success", explanation, tone: "bad" };
      }
      if (isRefusedRequest(result)) {
        const explanation = `The payment request was refused. ${staysUnpaid}`;
        return { title: "Your order is not paid", explanation, tone: "neutral" };
      }
      if (!checks.every(({ isGood }) => isGood)) {
        const explanation = `The signature is wrong, so this result proves nothing. ${staysUnpaid}`;
        return { title: "The signature is wrong", explanation, tone: "bad" };
      }
      return { title: "Your order is not paid", explanation: "Your card was not charged.", tone: "neutral" };
    case "hash_wrong":
      return {
        title: "The hash is wrong",
        explanation: `Someone may have changed the URL. ${staysUnpaid}`,
        tone: "bad",
      };
    case "signature_wrong":
      return {
        title: "The signature is wrong",
        explanation: `Someone may have changed a parameter that the hash does not cover. ${staysUnpaid}`,
        tone: "bad",
      };
    case "order_wrong":
      return {
        title: "The result does not match the order",
        explanation: `The hash is correct, but another check failed. ${staysUnpaid}`,
        tone: "bad",
      };
  }
}

/** The return of a refused payment request belongs to no transaction and is not signed. */
const isRefusedRequest = ({ status, transaction_id, tw_signature }: Result): boolean =>
  status === "error" && !transaction_id && !tw_signature;
