import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cardEndingCodes, declineCodes, declineOf } from "@/lib/reference/decline-codes";
import { approvedCode, ownCodes } from "@/lib/reference/response-codes";
import { finalResults, messageOf, statusOfCode } from "./result";

const anyCode = fc.oneof(
  fc.constantFrom(...declineCodes, ...ownCodes),
  fc.string({ unit: fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"), minLength: 2, maxLength: 2 }),
);

describe("the message of a result", () => {
  it.each([
    ["00", "[1-R00]: Transaction is approved."],
    ["05", "[2-R05]: Transaction is declined."],
    ["51", "[2-R51]: Insufficient funds."],
    ["54", "[2-R54]: The card has expired."],
    ["82", "[2-R82]: The security code is incorrect."],
    ["91", "[2-R91]: The card issuer is unavailable."],
    ["EX", "[2-REX]: The session expired."],
    ["AB", "[2-RAB]: The customer left the checkout."],
    ["3D", "[2-R3D]: 3DS authentication failed."],
    ["AV", "[2-RAV]: The address could not be verified."],
    ["CG", "[2-RCG]: The card is no longer stored."],
    ["GW", "[3-RGW]: The gateway did not answer."],
    ["ER", "[3-RER]: The gateway reported an error."],
  ])("of %s is fixed: %s", (code, message) => {
    expect(messageOf(code)).toBe(message);
  });

  it.each([
    ["03", "[3-R03]: The merchant account cannot take this payment."],
    ["10", "[2-R10]: Transaction is declined."],
    ["97", "[3-R97]: The payment details are not accepted."],
    ["N7", "[2-RN7]: The security code is incorrect."],
    ["ZZ", "[2-RZZ]: Transaction is declined."],
  ])("of %s follows from its category: %s", (code, message) => {
    expect(messageOf(code)).toBe(message);
  });

  it("has the same shape for every code, and its digit agrees with the status", () => {
    const digits = { success: "1", failed: "2", error: "3" };
    fc.assert(
      fc.property(anyCode, (code) => {
        const [, digit] = /^\[([123])-R[0-9A-Z]{2}\]: [A-Z0-9][^.]*\.$/.exec(messageOf(code)) ?? [];
        return digit === digits[statusOfCode(code)];
      }),
      { numRuns: 2000 },
    );
  });

  it("shows every hard decline exactly like 05", () => {
    for (const code of cardEndingCodes) {
      expect([statusOfCode(code), messageOf(code)]).toEqual(["failed", "[2-R05]: Transaction is declined."]);
    }
  });

  it("never mentions theft or fraud", () => {
    for (const code of [...declineCodes, ...ownCodes])
      expect(messageOf(code)).not.toMatch(/stolen|theft|lost|fraud|pick ?up|security violation/i);
  });
});

it("only an approval is a success", () => {
  fc.assert(
    fc.property(anyCode, (code) => (statusOfCode(code) === "success") === (code === approvedCode)),
    { numRuns: 2000 },
  );
});

describe("the list of final results", () => {
  it("contains every code that a message can show once, and no hard decline", () => {
    const listed = finalResults().flatMap(({ codes }) => codes);
    const hidden = ["GD", "OB", "OP", "LH", ...cardEndingCodes];
    const shown = [approvedCode, ...ownCodes, ...declineCodes].filter((code) => !hidden.includes(code));
    expect(listed.toSorted()).toEqual(shown.toSorted());
  });

  it("has the status and the text of each code's message", () => {
    for (const { status, text, codes } of finalResults()) {
      for (const code of codes) {
        expect(statusOfCode(code)).toBe(status);
        expect(messageOf(code).endsWith(`-R${code}]: ${text}`)).toBe(true);
        expect(declineOf(code).isHard).toBe(false);
      }
    }
  });
});
