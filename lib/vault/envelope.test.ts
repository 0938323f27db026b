import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CardKey } from "@/lib/kit/secrets/key-lists";
import { type CardIdentity, openCard, rewrapKey, type SealedCard, sealCard, VaultError } from "./envelope";
import { fingerprintForms, fingerprintOf } from "./fingerprint";

const newKey = (version: string): CardKey => ({ version, key: randomBytes(32) });
const [first, second] = [newKey("1"), newKey("2")];
const keys = [second, first];
const identity: CardIdentity = { id: "01M7F61JK17BWFPG6NYTHBQ2XE", accountNumber: "1234567890", environment: "live" };
const number = "4111111111111111";
const card = sealCard(identity, number, first);

const parts = ["wrappedKey", "sealedNumber"] as const;
const part = fc.constantFrom(...parts);
const place = fc.nat();
const withPart = (name: (typeof parts)[number], change: (bytes: Uint8Array) => Uint8Array): SealedCard => ({
  ...card,
  [name]: change(card[name]),
});
const flipped = (bytes: Uint8Array, bit: number) =>
  bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));

/**
 * Expects that decrypting the card and re-encrypting its data key both fail with a `VaultError` that contains no
 * secret.
 */
function expectRefusal(sealed: SealedCard, of = identity, under: readonly CardKey[] = keys): void {
  const error = failureOf(() => openCard(of, sealed, under));
  expect(error).toBeInstanceOf(VaultError);
  expect(error?.message).toContain(of.id);
  expect(error?.message).toContain(`key version ${sealed.keyVersion}:`);
  expect(error?.message).not.toMatch(/\d{11,}|[0-9a-f]{32}|[\w+/]{40}/);
}

function failureOf(work: () => unknown): Error | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

describe("a sealed card number", () => {
  it("opens to the same number under its first key and after a rewrap", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{12,19}$/), (digits) => {
        const sealed = sealCard(identity, digits, first);
        expect(openCard(identity, sealed, keys)).toBe(digits);
        const rewrapped = { ...sealed, ...rewrapKey(identity, sealed, keys, second) };
        expect(rewrapped).toMatchObject({ keyVersion: "2", sealedNumber: sealed.sealedNumber });
        expect(openCard(identity, rewrapped, [second])).toBe(digits);
        expectRefusal(rewrapped, identity, [first]);
      }),
    );
  });

  it("has the same length for every number", () => {
    const lengths = ["411111111111", number, "6011111111111111117"].map(
      (digits) => sealCard(identity, digits, first).sealedNumber.length,
    );
    expect(new Set(lengths).size).toBe(1);
  });

  it.each(["", "4111", "4111 1111 1111 1111", `${number}1111`, "４１１１１１１１１１１１１１１１"])(
    "cannot be made from «%s»",
    (text) => {
      const error = failureOf(() => sealCard(identity, text, first));
      expect(error).toBeInstanceOf(VaultError);
      expect(error?.message).not.toContain("1111");
    },
  );

  it("shares bytes with another seal of the same number only by chance", () => {
    const again = sealCard(identity, number, first);
    for (const name of parts) {
      const windows = (bytes: Uint8Array) =>
        Array.from({ length: bytes.length - 3 }, (_, start) => Buffer.from(bytes).toString("hex", start, start + 4));
      const known = new Set(windows(card[name]));
      expect(windows(again[name]).filter((window) => known.has(window))).toEqual([]);
    }
  });
});

describe("the vault refuses", () => {
  it("any single flipped bit", () => {
    for (const name of parts)
      for (let bit = 0; bit < card[name].length * 8; bit++)
        expectRefusal(withPart(name, (bytes) => flipped(bytes, bit)));
  });

  it("cut ciphertexts, shortened tags and added bytes", () => {
    const extra = fc.uint8Array({ minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(part, place, place, extra, (name, from, to, more) => {
        const { length } = card[name];
        const cut = (bytes: Uint8Array) => bytes.subarray(from % length, to % length);
        expectRefusal(withPart(name, cut));
        expectRefusal(withPart(name, (bytes) => Buffer.concat([bytes, more])));
        expectRefusal(withPart(name, (bytes) => Buffer.concat([more, bytes])));
      }),
    );
    for (const name of parts)
      for (let tagLength = 0; tagLength < 16; tagLength++)
        expectRefusal(withPart(name, (bytes) => bytes.subarray(0, bytes.length - 16 + tagLength)));
  });

  it.each<[string, Partial<CardIdentity>]>([
    ["record", { id: "01M7F61JK17BWFPG6NYTHBQ2XF" }],
    ["merchant", { accountNumber: "1234567891" }],
    ["environment", { environment: "sandbox" }],
    ["split of the same characters", { id: `${identity.id}1`, accountNumber: "234567890" }],
  ])("another %s", (_what, change) => {
    const other = { ...identity, ...change };
    expectRefusal(card, other);
    const theirs = sealCard(other, number, first);
    for (const name of parts) expectRefusal({ ...card, [name]: theirs[name] });
    expectRefusal(theirs);
    expect(failureOf(() => rewrapKey(other, card, keys, second))).toBeInstanceOf(VaultError);
  });

  it("the key or the number of another seal of the same card", () => {
    const again = sealCard(identity, number, first);
    for (const name of parts) expectRefusal({ ...card, [name]: again[name] });
  });

  it.each<[string, SealedCard, CardKey[]]>([
    ["a key that was removed", card, [second]],
    ["no keys at all", card, []],
    ["another key under the same version", card, [newKey("1")]],
    ["the same key under another version", { ...card, keyVersion: "3" }, [{ ...first, version: "3" }]],
    ["the version of another key", { ...card, keyVersion: "2" }, keys],
  ])("%s", (_what, sealed, under) => {
    expectRefusal(sealed, identity, under);
    expect(failureOf(() => rewrapKey(identity, sealed, under, second))).toBeInstanceOf(VaultError);
  });
});

it("fingerprints do not change, so that earlier attempts are still recognised", () => {
  const known = "08850e6e807f6e92894513935a39c4939e033ea8f954fa0550f28c8b8ddc00ee";
  expect(Buffer.from(fingerprintOf(number)).toString("hex")).toMatch(new RegExp(`^${known}[0-9a-f]{8}$`));
  expect(fingerprintForms(number).map((form) => Buffer.from(form).toString("hex"))).toContain(known);
});
