import { afterEach, expect, it } from "vitest";
import { deleteSigningKeysBefore, insertSigningKeyUnlessNewer, listSigningKeys } from "@/lib/auth/store";
import { day, hour, later, useClock } from "@/lib/kit/clock";
import { maintainSigningKeys, replaceSigningKeys, rotateSigningKey, signingKey, verificationKey } from "./signing-keys";
import { readAccessToken, writeAccessToken } from "./tokens";

// No other test file uses this time, so signing keys that another file cached count as outdated.
let at = new Date("2030-01-15T12:00:00Z");
let restore = () => {};
afterEach(() => restore());

const kids = async () => (await listSigningKeys()).map(({ kid }) => kid);
const newToken = () =>
  writeAccessToken({
    familyId: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    generation: 1,
    accountNumber: "2000000000",
    scopes: ["svc-user-all"],
    issuedAt: at,
    endsAt: later(30 * day, at),
  });

it("concurrent processes create one first key, and old tokens stay valid after a rotation until they expire", async () => {
  restore = useClock(() => at);
  await Promise.all(Array.from({ length: 6 }, () => maintainSigningKeys()));
  expect(await kids()).toHaveLength(1);

  at = later(day, at);
  const first = (await signingKey()).kid;
  const token = await newToken();
  await rotateSigningKey();
  expect((await signingKey()).kid).not.toBe(first);
  expect(await kids()).toHaveLength(2);
  expect(await readAccessToken(token)).toBe("01ARZ3NDEKTSV4RRFFQ69G5FAV");
  expect(await readAccessToken(await newToken())).not.toBeNull();

  at = later(12 * hour, at);
  expect(await readAccessToken(token)).toBeNull();
});

it("the worker rotates a key after thirty days and deletes it when its last token has expired", async () => {
  restore = useClock(() => at);
  const before = await kids();
  at = later(29 * day, at);
  await maintainSigningKeys();
  expect(await kids()).toEqual(before);
  at = later(2 * day, at);
  await maintainSigningKeys();
  const [newest] = await kids();
  expect(before).not.toContain(newest);
  at = later(day, at);
  await maintainSigningKeys();
  expect(await kids()).toEqual([newest]);
});

it("a key that cannot be unsealed after a change of APP_SECRET still verifies, but no longer signs", async () => {
  restore = useClock(() => at);
  await deleteSigningKeysBefore(later(day, at));
  at = later(day, at);
  const publicJwk = { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" };
  const sealed = { kid: "01ARZ3NDEKTSV4RRFFQ69G5FAV", publicJwk, sealedPrivateJwk: Buffer.alloc(64), createdAt: at };
  await insertSigningKeyUnlessNewer(sealed, new Date(0));
  at = later(day, at);
  expect((await signingKey()).kid).not.toBe(sealed.kid);
  expect(await verificationKey(sealed.kid)).toBeDefined();
});

it("the operator can replace every key at once, which invalidates the tokens they signed", async () => {
  restore = useClock(() => at);
  const token = await newToken();
  expect(await readAccessToken(token)).not.toBeNull();
  await replaceSigningKeys();
  expect(await kids()).toHaveLength(1);
  expect(await readAccessToken(token)).toBeNull();
});
