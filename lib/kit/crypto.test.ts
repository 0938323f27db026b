import { expect, it } from "vitest";
import { isSame, keyedDigest, seal, unseal } from "./crypto";

it("opens a sealed text only for its own purpose and identity, and only unchanged", () => {
  const sealed = seal("a purpose", "row 1", "a secret text");
  expect(unseal("a purpose", "row 1", sealed)).toBe("a secret text");
  expect(() => unseal("another purpose", "row 1", sealed)).toThrow();
  expect(() => unseal("a purpose", "row 2", sealed)).toThrow();
  expect(() => unseal("a purpose", "row 1", sealed.subarray(0, -1))).toThrow();
  for (const place of [0, 12, 28]) {
    const changed = Buffer.from(sealed);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(() => unseal("a purpose", "row 1", changed)).toThrow();
  }
  expect(isSame(seal("a purpose", "row 1", "a secret text"), sealed)).toBe(false);
});

it("tells parts of a digest apart however they are cut", () => {
  expect(isSame(keyedDigest("p", "ab", "c"), keyedDigest("p", "a", "bc"))).toBe(false);
  expect(isSame(keyedDigest("p", "ab"), keyedDigest("q", "ab"))).toBe(false);
  expect(isSame(keyedDigest("p", "ab"), keyedDigest("p", "ab"))).toBe(true);
});
