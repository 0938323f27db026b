import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passesLuhn } from "@/lib/kit/luhn";
import { cardNetworks, detectNetwork, groupDigits, networkCodes } from "./card-networks";

/** The card networks of decisions §7, repeated here so that a mistake in `cardNetworks` fails the test. */
const visa = [
  ...["4111111111111111", "4242424242424242", "4000000000000002", "4000000000009995", "4000000000009987"],
  ...["4000000000009979", "4000000000000069", "4000000000000127", "4000000000000119", "4000000000000010"],
  ...["4000000000000028", "4000000000000036", "4000000000000044", "4000000000003220", "4000008400001629"],
  ...["4000008260003178", "4000008400001280", "4000000000003055", "4000000000000341", "4000000000000358"],
  ...["4000000000000366", "4000000000000374"],
];
const mastercard = ["5111111111111118", "5555555555554444", "2223003122003222"];

describe("detectNetwork", () => {
  it.each([
    ...visa.map((number) => [number, "visa"] as const),
    ...mastercard.map((number) => [number, "mastercard"] as const),
    ["378282246310005", "amex"] as const,
    ["6011111111111117", "discover"] as const,
  ])("detects %s as %s, with a length of that network and a valid check digit", (number, network) => {
    expect(detectNetwork(number)).toBe(network);
    expect(cardNetworks[network].lengths as readonly number[]).toContain(number.length);
    expect(passesLuhn(number)).toBe(true);
  });

  it.each([
    ["222099", null],
    ["222100", "mastercard"],
    ["272099", "mastercard"],
    ["272100", null],
    ["509999", null],
    ["510000", "mastercard"],
    ["559999", "mastercard"],
    ["560000", null],
    ["622125", null],
    ["622126", "discover"],
    ["622925", "discover"],
    ["622926", null],
    ["643999", null],
    ["644000", "discover"],
    ["659999", "discover"],
    ["660000", null],
    ["601099", null],
    ["601100", "discover"],
    ["601199", "discover"],
    ["601200", null],
    ["339999", null],
    ["340000", "amex"],
    ["350000", null],
    ["370000", "amex"],
    ["380000", null],
    ["399999", null],
    ["400000", "visa"],
    ["499999", "visa"],
  ])("detects the boundary prefix %s as %s", (digits, network) => expect(detectNetwork(digits)).toBe(network));

  it.each(["", "2", "5", "62", "6221", "27", "3"])("detects no network yet from %j", (digits) =>
    expect(detectNetwork(digits)).toBeNull(),
  );

  it("never matches two networks for one number", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{6,19}$/), (digits) => {
        return networkCodes.filter((code) => cardNetworks[code].prefix.test(digits)).length <= 1;
      }),
      { numRuns: 2000 },
    );
  });
});

describe("groupDigits", () => {
  it.each([
    ["", ""],
    ["4", "4"],
    ["41111", "4111 1"],
    ["4111111111111111", "4111 1111 1111 1111"],
    ["4111111111111111111", "4111 1111 1111 1111 111"],
    ["378282246310005", "3782 822463 10005"],
    ["3782822", "3782 822"],
    ["6011111111111117", "6011 1111 1111 1117"],
    ["9999999999", "9999 9999 99"],
  ])("groups %j as %j", (digits, grouped) => expect(groupDigits(digits)).toBe(grouped));

  it("keeps surplus digits, so that the payer sees the mistake", () => {
    expect(groupDigits("3782822463100051")).toBe("3782 822463 10005 1");
    expect(groupDigits("55555555555544441")).toBe("5555 5555 5555 4444 1");
  });
});
