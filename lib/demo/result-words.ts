import type { Result, ShopVerdict } from "./verify-result";

/** The demo shop's texts about the result of one of its orders. */
type Words = { title: string; explanation: string; tone: "good" | "neutral" | "bad" };

const staysUnpaid = "The order stays unpaid.";

export function resultWordsFor({ kind, checks }: ShopVerdict, result: Result): Words {
  switch (kind) {
    case "paid":
      return { title: "Hash verifies: paid", explanation: "The shop can fulfil this order.", tone: "good" };
    case "unpaid":
      if (result.hash) {
        const explanation = "Only a success carries a hash; this one was put there.";
        return { title: "Not a success: not paid", explanation, tone: "bad" };
      }
      return {
        title: "No hash on this result: not paid",
        explanation: result.message || staysUnpaid,
        tone: checks.every(({ isGood }) => isGood) ? "neutral" : "bad",
      };
    case "hash_wrong":
      return {
        title: "Hash does NOT verify",
        explanation: `${staysUnpaid} Somebody may have changed the address.`,
        tone: "bad",
      };
    case "signature_wrong":
      return {
        title: "tw_signature does NOT verify",
        explanation: `${staysUnpaid} Somebody may have changed a parameter that the hash does not cover.`,
        tone: "bad",
      };
    case "order_wrong":
      return { title: "Hash verifies, but not for this order: not paid", explanation: staysUnpaid, tone: "bad" };
  }
}
