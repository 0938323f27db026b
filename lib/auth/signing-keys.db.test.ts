import { afterEach, expect, it } from "vitest";
import { day, hour, later, useClock } from "@/lib/kit/clock";
import { maintainSigningKeys, rotateSigningKey, signingKey } from "./signing-keys";
import { listSigningKeys } from "./store";
import { readAccessToken, writeAccessToken } from "./tokens";

let at = new Date("2026-11-15T12:00:00Z");
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
  });

it("one key is made when there is none, however many ask at once; rotation keeps old tokens good until they end", async () => {
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

it("the worker rotates a key after thirty days and drops it when its last token has ended", async () => {
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
