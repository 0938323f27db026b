import { describe, expect, it } from "vitest";
import { cardEndingCodes, declineCodes } from "@/lib/reference/decline-codes";
import { ownCodes } from "@/lib/reference/response-codes";
import { declineReason } from "./decline-reasons";

describe("the reasons of declines", () => {
  it("are plain words for the codes that merchants see most", () => {
    const title = (code: string) => declineReason(code).title;
    expect(["51", "05", "N7", "3D", "61", "54"].map(title)).toEqual([
      "Not enough money",
      "Bank gave no reason",
      "Wrong security code",
      "Bank's check not finished",
      "Over the card's limit",
      "Card has expired",
    ]);
  });

  it("never say that a card is lost, stolen or suspected of fraud", () => {
    for (const code of cardEndingCodes) expect(declineReason(code), code).toBe(declineReason("05"));
  });

  it("exist for every code, and contain no code", () => {
    for (const code of [...declineCodes, ...ownCodes, "unknown"]) {
      const { title, because } = declineReason(code);
      expect(title, code).toMatch(/^[A-Z][A-Za-z' ]+$/);
      expect(because, code).toMatch(/^[a-z][A-Za-z' ]+$/);
      expect(`${title} ${because}`, code).not.toMatch(/\b[A-Z]{2}\b(?<!PIN)/);
    }
  });
});
