import fc from "fast-check";
import { expect, it } from "vitest";
import { cardEndingCodes, declineCodes } from "@/lib/reference/decline-codes";
import { ownCodes } from "@/lib/reference/response-codes";
import { notices } from "@/lib/reference/stored-values";
import { noticeOf } from "./notices";

it.each([
  ["05", "declined"],
  ["51", "funds"],
  ["54", "card_expired"],
  ["82", "cvc"],
  ["91", "issuer_unavailable"],
  ["3D", "authentication"],
  ["AV", "address"],
  ["GW", "not_reached"],
  ["ER", "gateway_error"],
  ["CG", "card_gone"],
  ["OB", "order_busy"],
  ["OP", "order_paid"],
  ["LH", "link_busy"],
  ["01", "call_bank"],
  ["03", "not_taken"],
  ["12", "not_permitted"],
  ["13", "amount"],
  ["14", "card_number"],
  ["25", "not_taken"],
  ["61", "limit"],
  ["94", "duplicate"],
  ["96", "issuer_unavailable"],
  ["97", "details"],
  ["99", "gateway_error"],
  ["1A", "authentication"],
])("the code %s has the notice %s", (code, notice) => {
  expect(noticeOf(code)).toBe(notice);
});

it.each(["00", "EX", "AB"])("the code %s has no notice, because no failed attempt has it", (code) => {
  expect(noticeOf(code)).toBeNull();
});

it("every hard decline has the notice of a plain decline", () => {
  for (const code of cardEndingCodes) expect([code, noticeOf(code)]).toEqual([code, noticeOf("05")]);
});

it("an unlisted code has the notice of a plain decline", () => {
  const listed = new Set<string>(["00", ...ownCodes, ...declineCodes]);
  const unlisted = fc.string({ minLength: 0, maxLength: 12 }).filter((code) => !listed.has(code));
  fc.assert(fc.property(unlisted, (code) => noticeOf(code) === "declined"));
});

it("every notice belongs to a code", () => {
  // The state of a payment link decides between its notices.
  const ofLink = ["link_closed", "link_used_up", "link_expired"];
  const used = new Set([...[...declineCodes, ...ownCodes].map(noticeOf), ...ofLink]);
  expect(notices.filter((notice) => !used.has(notice))).toEqual([]);
});
