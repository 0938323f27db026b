import { afterEach, beforeEach, expect, it } from "vitest";
import { advanceAndView } from "@/lib/checkout/page/advance-and-view";
import { hashOf } from "@/lib/checkout/redirect";
import { db } from "@/lib/db/client";
import type { Owner } from "@/lib/http/message/caller";
import { day, hour, later, now, useClock } from "@/lib/kit/clock";
import { sandbox } from "@/lib/reference/sandbox";
import { callerOf } from "@/tests/support/http/withdrawals";
import { cards, openSession, openShop, pay } from "@/tests/support/in-process/checkout";
import { keyRingOf, merchantSecrets } from "./merchant-keys";
import { describeSecrets, revealSecrets, rotateSecrets, switchSecrets } from "./rotate-secrets";

let owner: Owner & { environment: "sandbox" };
let session: Awaited<ReturnType<typeof openSession>>;
let at = now();
let restoreClock = () => {};

beforeEach(async () => {
  const shop = await openShop();
  owner = { accountNumber: shop.accountNumber, environment: "sandbox" };
  session = await openSession(shop);
  await pay(session, cards.approved);
  at = now();
  restoreClock = useClock(() => at);
});
afterEach(() => restoreClock());

const caller = () => callerOf(owner.accountNumber);
const rotate = async (overlapSeconds?: number) => (await rotateSecrets(caller(), owner, overlapSeconds)).data;
const keyOf = async () => (await merchantSecrets(owner.accountNumber, "sandbox")).hashKey;

/** The hash that the customer's redirect carries at this time. */
async function hashNow(): Promise<string | null> {
  const { result } = await advanceAndView(session.id);
  return new URL(result?.redirect ?? "").searchParams.get("hash");
}
const hashBy = (key: string) => hashOf(session.transactionId, 1000n, key);

it("redirects use the old key until the overlap ends, and the new one from then on", async () => {
  const old = await keyOf();
  expect(await hashNow()).toBe(hashBy(old));
  const { next_hash_key: coming, next_from } = await rotate();
  expect(next_from).toBe(later(day, at).toISOString());
  at = later(day - 1, at);
  expect(await hashNow()).toBe(hashBy(old));
  expect(await keyRingOf(owner)).toMatchObject({ current: { hashKey: old }, next: { hashKey: coming }, former: null });
  at = later(1, at);
  expect(await hashNow()).toBe(hashBy(coming));
  expect(await keyRingOf(owner)).toMatchObject({ current: { hashKey: coming }, next: null, former: { hashKey: old } });
});

it("the new key is used at once without an overlap, or when a member switches to it", async () => {
  const { next_hash_key: first } = await rotate(0);
  expect(await keyOf()).toBe(first);
  const { next_hash_key: second } = await rotate(3600);
  expect(await keyOf()).toBe(first);
  await switchSecrets(caller(), owner);
  expect(await hashNow()).toBe(hashBy(second));
  await expect(switchSecrets(caller(), owner)).rejects.toMatchObject({ status: 409 });
});

it("the mail distinguishes a key that is about to change from one that changed at once", async () => {
  await rotate(3600);
  await rotate(0);
  const mails = await db().mail.findMany({ where: { accountNumber: owner.accountNumber, kind: "hash_key_rotated" } });
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    "The hash key of your account is about to change",
    "The hash key of your account was changed",
  ]);
});

it("rotating during an overlap replaces the new key, and of two concurrent rotations one remains", async () => {
  const old = await keyOf();
  const { next_hash_key: replaced } = await rotate();
  const [one, other] = await Promise.all([rotate(), rotate()]);
  expect(await keyOf()).toBe(old);
  at = later(25 * hour, at);
  expect([one.next_hash_key, other.next_hash_key]).toContain(await keyOf());
  expect(await keyOf()).not.toBe(replaced);
});

it("reveals the current and the next keys, and records reveals and rotations without a secret", async () => {
  const old = await keyOf();
  const next = await rotate();
  const { data } = await revealSecrets(caller(), owner);
  expect(data).toEqual({ hash_key: old, signing_secret: expect.any(String), ...next });
  expect(await describeSecrets(owner)).toEqual({ nextFrom: later(day, at), hasFormer: false, isPublic: false });
  const entries = await db().auditEntry.findMany({
    where: { accountNumber: owner.accountNumber },
    orderBy: { sequence: "asc" },
  });
  expect(entries.map(({ action }) => action)).toEqual(["account.created", "hash_key.rotated", "hash_key.revealed"]);
  const mails = await db().mail.findMany({ where: { accountNumber: owner.accountNumber, kind: "hash_key_rotated" } });
  expect(mails).toHaveLength(1);
  const written = JSON.stringify([entries.map(({ detail }) => detail), mails.map(({ text, html }) => text + html)]);
  for (const secret of Object.values(data).filter((value) => /^[0-9a-f]{48}$/.test(value))) {
    expect(written).not.toContain(secret);
  }
});

it("the keys of the public sandbox never change", async () => {
  const { accountNumber } = sandbox.merchant;
  const refused = rotateSecrets(callerOf(accountNumber), { accountNumber, environment: "sandbox" });
  await expect(refused).rejects.toMatchObject({ status: 409 });
});
