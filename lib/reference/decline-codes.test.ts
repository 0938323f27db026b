import { describe, expect, it } from "vitest";
import { cardEndingCodes, declineCodes, declineOf } from "./decline-codes";
import { approvedCode, ownCodes } from "./response-codes";

/** The ISO codes that acquirers publish, without the approval. */
const published = (
  "01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 " +
  "38 39 40 41 42 43 44 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 75 76 77 80 81 82 83 84 85 86 88 89 " +
  "90 91 92 93 94 95 96 97 98 99 N0 N3 N4 N7 P2 P5 P6 XA XD"
).split(" ");

const codesWith = (property: "isHard" | "alertsOperator") => declineCodes.filter((code) => declineOf(code)[property]);

describe("the decline codes", () => {
  it.each(published)("include the published code %s", (code) => {
    expect(declineCodes).toContain(code);
  });

  it("have two characters, and one category each", () => {
    for (const code of declineCodes) expect(code).toMatch(/^[0-9A-Z]{2}$/);
    expect(new Set(declineCodes).size).toBe(declineCodes.length);
  });

  it("never mean an approval or one of our own codes", () => {
    expect(declineCodes.filter((code) => [approvedCode, ...ownCodes].some((own) => own === code))).toEqual([]);
  });

  it("block the card only for pickup and suspected fraud", () => {
    expect(cardEndingCodes).toEqual(["04", "07", "34", "41", "43", "59", "63", "67", "93"]);
    expect(codesWith("isHard")).toEqual(cardEndingCodes);
  });

  it("alert the operator only for the merchant's configuration and for wrong references", () => {
    expect(codesWith("alertsOperator")).toEqual(["03", "25", "35", "37", "58", "60", "66", "76", "77", "89"]);
  });

  it("are errors only if the card is not the cause", () => {
    const categories = declineCodes.map(declineOf).filter(({ status }) => status === "error");
    expect(new Set(categories.map(({ category }) => category))).toEqual(
      new Set(["merchant_config", "request_error", "processing_error", "reference_error"]),
    );
  });

  it.each([
    ["01", "call_issuer"],
    ["05", "do_not_honor"],
    ["10", "approved_variant"],
    ["12", "invalid_transaction"],
    ["13", "invalid_amount"],
    ["14", "invalid_number"],
    ["41", "pickup"],
    ["46", "invalid_account"],
    ["51", "insufficient_funds"],
    ["54", "expired_card"],
    ["55", "pin"],
    ["59", "suspected_fraud"],
    ["61", "limit_exceeded"],
    ["62", "not_permitted"],
    ["82", "incorrect_cvc"],
    ["89", "merchant_config"],
    ["91", "issuer_unavailable"],
    ["94", "duplicate"],
    ["97", "request_error"],
    ["99", "processing_error"],
    ["76", "reference_error"],
    ["1A", "authentication_required"],
  ])("put %s in the category %s", (code, category) => {
    expect(declineOf(code).category).toBe(category);
  });

  it.each(["ZZ", "", "__proto__", "constructor"])("treat the unlisted code %j as a plain decline", (code) => {
    expect(declineOf(code)).toEqual(declineOf("05"));
  });
});
