import { describe, expect, it } from "vitest";
import { day, later } from "@/lib/kit/clock";
import { avsAnswers } from "@/lib/reference/avs";
import { networkCodes } from "@/lib/reference/card-networks";
import { languageCodes } from "@/lib/reference/languages";
import { paymentOutcomes } from "@/lib/reference/stored-values";
import { outcomeOf } from "@/lib/transactions/result";
import { cardName } from "./card-name";
import { type BadgeFacts, paymentBadge } from "./payment-badge";
import * as statusWords from "./status-words";
import * as valueWords from "./value-words";

const { deliveryBadge, keyBadge, outcomeWords, withdrawalWords } = statusWords;

const described = ({ word, tone, icon }: statusWords.DisplayStatus) => `${word} ${tone} (${icon})`;

/** The table "Status words" of the design. */
it("every status has the word, colour and icon of the design", () => {
  expect(paymentOutcomes.map((outcome) => described(outcomeWords[outcome]))).toEqual([
    "Paid success (circle-check)",
    "Open info (clock)",
    "Confirming warning (clock)",
    "Declined danger (circle-x)",
    "Abandoned neutral (circle-dashed)",
    "Cancelled neutral (ban)",
    "Error danger (circle-alert)",
  ]);
  expect(Object.values(statusWords.chargebackWords).map(described)).toEqual([
    "Chargeback open warning (triangle-alert)",
    "Chargeback won success (circle-check)",
    "Chargeback lost danger (circle-x)",
  ]);
  expect(Object.values(withdrawalWords).map(described)).toEqual([
    "Scheduled info (clock)",
    "Sent to bank info (send)",
    "Paid out success (circle-check)",
    "On hold warning (circle-pause)",
    "Released info (clock)",
    "Returned by bank danger (undo-2)",
    "Cancelled neutral (ban)",
  ]);
  expect(Object.values(statusWords.endpointWords).map(described)).toEqual([
    "Enabled success (circle-check)",
    "Disabled neutral (circle-pause)",
  ]);
  expect(Object.values(statusWords.keyWords).map(described)).toEqual([
    "Active success (circle-check)",
    "Expires soon warning (clock)",
    "Expired neutral (ban)",
    "Revoked neutral (ban)",
  ]);
  expect(avsAnswers.map((answer) => statusWords.addressCheckWords[answer].tone)).toEqual([
    "success",
    "warning",
    "warning",
    "danger",
    "neutral",
  ]);
});

it("no word looks like a stored value", () => {
  const words = [...Object.values(statusWords), ...Object.values(valueWords)].flatMap(wordsIn);
  expect(words.length).toBeGreaterThan(80);
  for (const word of words) expect(word).toMatch(/^[A-Z][A-Za-z' -]*$/);
});

/** The words of a table, of an entry or of a word itself. */
function wordsIn(exported: unknown): string[] {
  if (typeof exported === "string") return [exported];
  if (!(exported instanceof Object)) return [];
  return "word" in exported ? wordsIn(exported.word) : Object.values(exported).flatMap(wordsIn);
}

describe("paymentBadge", () => {
  const paid: BadgeFacts = { outcome: "success", total: "1249.50", refunds: [], chargeback: null };
  const refund = (status: BadgeFacts["refunds"][number]["status"], total = "100.00") => ({ status, total });

  it("shows the result without refunds and chargeback", () => {
    expect(paymentBadge(paid).word).toBe("Paid");
    expect(paymentBadge({ ...paid, outcome: "abandoned", total: "0.00" }).word).toBe("Abandoned");
  });

  it("tells a part of the payment from all of it", () => {
    expect(paymentBadge({ ...paid, refunds: [refund("refunded")] }).word).toBe("Partly refunded");
    const all = [refund("refunded", "1149.50"), refund("refunded")];
    expect(described(paymentBadge({ ...paid, refunds: all }))).toBe("Refunded neutral (undo-2)");
  });

  it("shows a pending refund before what was refunded, and a rejected one only while it is the newest", () => {
    const shown = (...refunds: BadgeFacts["refunds"]) => described(paymentBadge({ ...paid, refunds }));
    expect(shown(refund("pending"), refund("refunded"))).toBe("Refund pending warning (clock)");
    expect(shown(refund("rejected"), refund("refunded"))).toBe("Refund rejected danger (circle-x)");
    expect(shown(refund("refunded"), refund("rejected"))).toBe("Partly refunded neutral (undo-2)");
  });

  it("shows a chargeback before everything else", () => {
    const refunds = [refund("pending")];
    expect(paymentBadge({ ...paid, refunds, chargeback: { status: "open" } }).word).toBe("Chargeback open");
    expect(paymentBadge({ ...paid, refunds, chargeback: { status: "lost" } }).word).toBe("Chargeback lost");
  });
});

describe("outcomeOf", () => {
  const facts = { status: null, isConfirming: false, code: null, isAbandoned: false } as const;
  const failed = { ...facts, status: "failed", code: "05" } as const;

  it.each([
    ["success", { ...facts, status: "success", code: "00" }],
    ["error", { ...facts, status: "error", code: "GW" }],
    ["open", facts],
    ["confirming", { ...facts, isConfirming: true }],
    ["declined", failed],
    ["declined", { ...failed, code: "EX" }],
    ["abandoned", { ...failed, code: "EX", isAbandoned: true }],
    ["cancelled", { ...failed, code: "AB", isAbandoned: true }],
    ["cancelled", { ...failed, code: "AB" }],
  ] as const)("is %s for %o", (outcome, given) => {
    expect(outcomeOf(given)).toBe(outcome);
  });
});

it("a pending delivery is queued before its first attempt and retrying after it", () => {
  expect(described(deliveryBadge("pending", 0))).toBe("Queued neutral (clock)");
  expect(described(deliveryBadge("pending", 2))).toBe("Retrying warning (rotate-cw)");
  expect(described(deliveryBadge("delivered", 1))).toBe("Delivered success (circle-check)");
  expect(described(deliveryBadge("failed", 8))).toBe("Failed danger (circle-x)");
});

it("a key expires soon during its last 14 days", () => {
  const now = new Date("2026-11-16T12:00:00Z");
  const words = [null, later(15 * day, now), later(14 * day, now).toISOString(), now];
  expect(words.map((expiresAt) => keyBadge(expiresAt, now).word)).toEqual([
    "Active",
    "Active",
    "Expires soon",
    "Expired",
  ]);
});

it("cards are named by network and last digits in every language", () => {
  expect(languageCodes.map((language) => cardName("visa", "************1111", language))).toEqual([
    "Visa ending 1111",
    "Visa terminada en 1111",
    "Visa se terminant par 1111",
    "Visa eindigend op 1111",
    "Visa com final 1111",
  ]);
  expect(networkCodes.map((network) => cardName(network, "0005"))).toContain("American Express ending 0005");
  expect(cardName(null, "0005")).toBe("Card ending 0005");
  expect(cardName("toString", "0005")).toBe("Card ending 0005");
});

it("wordForValue knows stored values and leaves other text as it is", () => {
  expect(
    ["customer_pay", "sub_banked", "support", "sandbox", "amex", "Ava's key"].map(valueWords.wordForValue),
  ).toEqual([
    "Customer pays the fee",
    "To another person's bank account",
    "Support",
    "Test",
    "American Express",
    "Ava's key",
  ]);
});
