import { afterEach, describe, expect, it } from "vitest";
import { env, extendEnv } from "@/lib/kit/env";
import { isKeyedProof, isSame, keyedDigest, makerOfDigest, seal, storedDigest, storedDigests, unseal } from "./crypto";
import { proveId, readProvenId } from "./proven-id";

it("opens a sealed text only unchanged, and only for its purpose and identity", () => {
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

it("gives different digests to parts that are split differently", () => {
  expect(isSame(keyedDigest("p", "ab", "c"), keyedDigest("p", "a", "bc"))).toBe(false);
  expect(isSame(keyedDigest("p", "ab"), keyedDigest("q", "ab"))).toBe(false);
  expect(isSame(keyedDigest("p", "ab"), keyedDigest("p", "ab"))).toBe(true);
});

describe("a list of secrets", () => {
  const { APP_SECRET: atFirst = "" } = env();
  const [oldOne, newOne] = ["the-old-secret-0123456789-abcdefghijk", "the-new-secret-0123456789-abcdefghijk"];
  const use = (list: string) => void extendEnv({ APP_SECRET: list });
  const changeOver = () => use(`2:${newOne} 1:${oldOne}`);
  const proofOf = (part: string) => keyedDigest("p", part).toString("base64url");
  afterEach(() => use(atFirst));

  it("opens and verifies values of the old secret until that secret is removed", () => {
    use(oldOne);
    const [sealed, proof, token] = [seal("p", "row", "text"), proofOf("x"), proveId("p", "0".repeat(26))];
    changeOver();
    expect(unseal("p", "row", sealed)).toBe("text");
    expect(isKeyedProof(proof, "p", "x")).toBe(true);
    expect(readProvenId("p", token)).toBe("0".repeat(26));
    use(newOne);
    expect(() => unseal("p", "row", sealed)).toThrow();
    expect(isKeyedProof(proof, "p", "x")).toBe(false);
    expect(readProvenId("p", token)).toBeNull();
  });

  it("seals and signs with its first secret only", () => {
    changeOver();
    const [sealed, proof] = [seal("p", "row", "text"), proofOf("x")];
    use(newOne);
    expect(unseal("p", "row", sealed)).toBe("text");
    expect(isKeyedProof(proof, "p", "x")).toBe(true);
  });

  it("opens text and finds digests from before secrets had ids", () => {
    use(oldOne);
    const withoutHeader = seal("p", "row", "text").subarray(7);
    const withoutId = keyedDigest("p", "x");
    changeOver();
    expect(unseal("p", "row", withoutHeader)).toBe("text");
    expect(storedDigests("p", "x").some((form) => isSame(form, withoutId))).toBe(true);
    expect(makerOfDigest(withoutId, "p", "x")?.id).toBe(env().APP_SECRETS[1]?.id);
  });

  it("finds the secret that made a stored digest", () => {
    use(oldOne);
    const old = storedDigest("p", "x");
    changeOver();
    const makers = [storedDigest("p", "x"), old].map((digest) => makerOfDigest(digest, "p", "x")?.id);
    expect(makers).toEqual(env().APP_SECRETS.map(({ id }) => id));
    expect(makerOfDigest(old, "p", "y")).toBeNull();
    expect(storedDigests("p", "x").some((form) => isSame(form, old))).toBe(true);
  });

  it("refuses a prefix of a digest that is too short, and a second spelling of a digest", () => {
    const proof = proofOf("x");
    const last = proof.at(-1) ?? "";
    // A digest of 256 bits takes 43 base64url characters (258 bits). The last two bits are unused, so two spellings
    // differ only in them.
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const sibling = alphabet[alphabet.indexOf(last) ^ 1] ?? "";
    expect(isKeyedProof(proof, "p", "x")).toBe(true);
    for (const wrong of ["", proof.slice(0, 20), proof.slice(0, -1) + sibling, `${proof}=`]) {
      expect(isKeyedProof(wrong, "p", "x"), wrong).toBe(false);
    }
  });
});
