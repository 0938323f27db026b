import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { networkCodes } from "@/lib/reference/card-networks";
import { declineCodes, declineOf } from "@/lib/reference/decline-codes";
import { approvedCode, ownCodes } from "@/lib/reference/response-codes";
import { declineCodeOf } from "./decline-code";

const otherNetworks = networkCodes.filter((network) => network !== "mastercard");

describe("the code of a declined charge", () => {
  it("is the ISO code of the answer, for every network but Mastercard", () => {
    for (const network of otherNetworks) {
      for (const isoCode of declineCodes.filter((code) => code !== "1A"))
        expect(declineCodeOf({ isoCode, network, cvvLetter: "M" })).toBe(isoCode);
    }
  });

  it.each([
    ["65", "3D"],
    ["82", "57"],
    ["83", "59"],
    ["51", "51"],
  ])("is, for the ISO code %s of a Mastercard, %s", (isoCode, code) => {
    expect(declineCodeOf({ isoCode, network: "mastercard" })).toBe(code);
  });

  it("blocks a Mastercard that was declined with 83, because that is a security decline", () => {
    expect(declineOf(declineCodeOf({ isoCode: "83", network: "mastercard" })).isHard).toBe(true);
    expect(declineOf(declineCodeOf({ isoCode: "83", network: "visa" })).isHard).toBe(false);
  });

  it.each([...networkCodes, null])(
    "is 82 if the security code of a card (%s) was wrong and the bank says 05",
    (network) => {
      expect(declineCodeOf({ isoCode: "05", network, cvvLetter: "N" })).toBe("82");
      for (const cvvLetter of ["M", "P", "S", "U", "", null, undefined])
        expect(declineCodeOf({ isoCode: "05", network, cvvLetter })).toBe("05");
    },
  );

  it("keeps another reason even if the security code was wrong", () => {
    expect(declineCodeOf({ isoCode: "51", network: "visa", cvvLetter: "N" })).toBe("51");
    expect(declineCodeOf({ isoCode: "41", network: "visa", cvvLetter: "N" })).toBe("41");
  });

  it.each([...networkCodes, null])("is 3D if the bank wants authentication (%s)", (network) => {
    expect(declineCodeOf({ isoCode: "1A", network })).toBe("3D");
  });

  it.each(["", "5", "005", "SP4", "3D1", "FC3", " 5", "é5", "5\n", null, undefined])(
    "is a plain decline for %j, which is no ISO code",
    (isoCode) => {
      expect(declineCodeOf({ isoCode, network: "visa" })).toBe("05");
    },
  );

  it("is never the code of an approval or a code of ours, except that authentication failed", () => {
    const isoCodes = fc.oneof(fc.constantFrom(approvedCode, ...ownCodes, ...declineCodes), fc.string({ maxLength: 3 }));
    fc.assert(
      fc.property(
        isoCodes,
        fc.constantFrom(...networkCodes, null),
        fc.constantFrom("M", "N", "", null),
        (isoCode, network, cvvLetter) => {
          const code = declineCodeOf({ isoCode, network, cvvLetter });
          const isOwn = [approvedCode, ...ownCodes].some((own) => own === code);
          return /^[0-9A-Z]{2}$/.test(code) && (!isOwn || (code === "3D" && isoCode !== "3D"));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
