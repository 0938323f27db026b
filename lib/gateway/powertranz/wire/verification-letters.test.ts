import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { networkCodes } from "@/lib/reference/card-networks";
import { avsAnswerOf, cvvAnswerOf } from "./verification-letters";

const answers = { b: "match", s: "zip_fail", p: "street_fail", n: "street_and_zip_fail", "-": "unavailable" } as const;

/** By letter, for Visa, Mastercard, Amex and Discover: both match, street only, postal only, none, or unavailable. */
const table: [letter: string, byNetwork: string][] = [
  ["Y", "bbbs"],
  ["X", "-b-b"],
  ["D", "b-p-"],
  ["M", "b-b-"],
  ["F", "b-s-"],
  ["A", "sssb"],
  ["B", "s---"],
  ["Z", "pppp"],
  ["W", "-p--"],
  ["P", "p---"],
  ["T", "---p"],
  ["N", "nnnn"],
  ["C", "----"],
  ["G", "----"],
  ["I", "----"],
  ["U", "----"],
  ["S", "----"],
  ["R", "----"],
  ["E", "--b-"],
];

const rows = table.flatMap(([letter, byNetwork]) =>
  (["visa", "mastercard", "amex", "discover"] as const).map((network, column) => ({
    letter,
    network,
    answer: answers[byNetwork[column] as keyof typeof answers],
  })),
);

const anyLetter = fc.oneof(
  fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"),
  fc.string(),
  fc.constantFrom(null, undefined),
);

describe("the answer to the address check", () => {
  it.each(rows)("is $answer for $letter of $network", ({ letter, network, answer }) => {
    expect(avsAnswerOf(network, letter)).toBe(answer);
  });

  it("is a failure of street and postcode for N alone, so that no other letter can decline a payment", () => {
    fc.assert(
      fc.property(fc.constantFrom(...networkCodes), anyLetter, (network, letter) => {
        return (avsAnswerOf(network, letter) === "street_and_zip_fail") === (letter === "N");
      }),
      { numRuns: 1000 },
    );
  });

  it.each(["", " ", "YD", "y", "constructor", null, undefined])("is unavailable for %j", (letter) => {
    for (const network of networkCodes) expect(avsAnswerOf(network, letter)).toBe("unavailable");
  });

  it("is unavailable for every letter if the network is unknown", () => {
    fc.assert(fc.property(anyLetter, (letter) => avsAnswerOf(null, letter) === "unavailable"));
  });
});

describe("the answer to the check of the security code", () => {
  it("is a match for M and no match for N", () => {
    expect([cvvAnswerOf("M"), cvvAnswerOf("N")]).toEqual(["match", "no_match"]);
  });

  it.each(["P", "S", "U", "", " ", "MN", "X", null, undefined])("is unchecked for %j", (letter) => {
    expect(cvvAnswerOf(letter)).toBe("unchecked");
  });
});
