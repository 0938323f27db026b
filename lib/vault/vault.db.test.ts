import { createDecipheriv, randomBytes, randomInt } from "node:crypto";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { db, inTransaction, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { now } from "@/lib/kit/clock";
import { env, extendEnv } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import type { CardKey } from "@/lib/kit/secrets/key-lists";
import { dumpDatabase, findNumbers } from "@/tests/support/browser/traces";
import { keysFromWords, keysWithin, readSource, spellingsOf } from "@/tests/support/http/key-search";
import { administer } from "@/tests/support/http/product";
import { drawCases } from "@/tests/support/in-process/seed";
import { putCard, readCard, shredCard } from "./cards";
import { checkCards } from "./check-cards";
import { type CardIdentity, rewrapKey, type SealedCard, sealCard, VaultError } from "./envelope";
import { newKeyEntry, readKeyStatus } from "./key-status";
import { type Progress, rotateKeys } from "./rotate-keys";
import { countVersions, findVaultCard, findWrappedKeys, insertCard, replaceWrappedKeys } from "./store";

const cardCount = inject("isDeep") ? 100_000 : 4_000;
const [oldKey, newKey] = ["1", "2"].map((version) => ({ version, key: randomBytes(32) })) as [CardKey, CardKey];
const useKeys = (...keys: CardKey[]) =>
  extendEnv({ CARD_KEYS: keys.map(({ version, key }) => `${version}:${key.toString("base64")}`).join() });
const newIdentity = (): CardIdentity => ({ id: newUlid(), accountNumber: "1234567890", environment: "sandbox" });
const newNumber = () => `4${String(randomInt(10 ** 12)).padStart(15, "0")}`;
const alter = (sql: string) => administer(env().DATABASE_URL ?? "", sql);
/** Runs SQL with triggers disabled, which only a database administrator can do. */
const alterBehindTriggers = (sql: string) => alter(`SET session_replication_role = replica; ${sql}`);

async function putNew(number = newNumber()): Promise<CardIdentity> {
  const identity = newIdentity();
  await putCard(identity, number, now());
  return identity;
}

beforeEach(async () => {
  useKeys(oldKey);
  await db().vaultCard.deleteMany();
});

describe("a card number", () => {
  it("is read back with its merchant and environment", async () => {
    const identity = await putNew("4111111111111111");
    expect(await readCard(identity)).toBe("4111111111111111");
    for (const change of [{ accountNumber: "1234567891" }, { environment: "live" as const }, { id: newUlid() }])
      await expect(readCard({ ...identity, ...change })).rejects.toThrow(VaultError);
    const plain = await db().vaultCard.findFirst();
    expect(plain).not.toHaveProperty("wrappedKey");
    expect(plain).not.toHaveProperty("sealedNumber");
  });

  it("is stored and rolled back with its transaction", async () => {
    const identity = newIdentity();
    const failed = inTransaction(async () => {
      await putCard(identity, newNumber(), now());
      expect(await readCard(identity)).toMatch(/^4/);
      throw new Error("declined");
    });
    await expect(failed).rejects.toThrow("declined");
    await expect(readCard(identity)).rejects.toThrow(VaultError);
  });

  it("is gone for good after shredding, with its key", async () => {
    const [identity, other] = [await putNew(), await putNew()];
    const at = new Date("2026-11-15T12:00:00Z");
    await shredCard(identity.id, at);
    await shredCard(identity.id, now());
    await shredCard(newUlid(), now());
    expect(
      await db().vaultCard.findUnique({ where: { id: identity.id }, omit: { wrappedKey: false, sealedNumber: false } }),
    ).toEqual({
      ...identity,
      keyVersion: null,
      wrappedKey: null,
      sealedNumber: null,
      createdAt: expect.any(Date),
      shreddedAt: at,
    });
    await expect(readCard(identity)).rejects.toThrow(`Vault card ${identity.id}: the number is missing`);
    await expect(putCard(identity, newNumber(), now())).rejects.toThrow();
    expect(await readCard(other)).toMatch(/^4/);
    // ANALYZE must not copy samples of the encrypted columns into `pg_stats`, because shredding a card would not delete
    // them.
    await alter("ANALYZE vault_card");
    const sampled = await query(sql`
      SELECT attname FROM pg_stats WHERE tablename = 'vault_card' AND attname ~ '^(wrap|seal)'`);
    expect(sampled).toEqual([]);
  });

  it.each([
    ["come back", true, "shredded_at = NULL, key_version = '1', wrapped_key = '\\x00', sealed_number = '\\x00'"],
    ["come back as shredded", true, "key_version = '1', wrapped_key = '\\x00', sealed_number = '\\x00'"],
    ["be shredded at another moment", true, "shredded_at = now()"],
    ["change its merchant", false, "account_number = '1234567891'"],
    ["change its environment", false, "environment = 'live'"],
    ["become another number", false, "sealed_number = '\\x00'"],
    ["lose its key alone", false, "wrapped_key = NULL"],
  ])("cannot %s", async (_what, isShredded, change) => {
    const { id } = await putNew();
    if (isShredded) await shredCard(id, now());
    await expect(alter(`UPDATE vault_card SET ${change} WHERE id = '${id}'`)).rejects.toThrow(/vault.card/);
  });

  it.each([
    ["number", "sealed_number = o.sealed_number"],
    ["key", "wrapped_key = o.wrapped_key"],
    ["number and key", "sealed_number = o.sealed_number, wrapped_key = o.wrapped_key"],
  ])("is refused if a row has another row's %s, and a rotation does not repair that", async (_what, swap) => {
    const both = [await putNew(), await putNew()];
    await alterBehindTriggers(`UPDATE vault_card v SET ${swap} FROM vault_card o WHERE o.id <> v.id`);
    for (const identity of both) await expect(readCard(identity)).rejects.toThrow(VaultError);
    expect((await checkCards()).unreadable).toHaveLength(2);
    useKeys(newKey, oldKey);
    const { rotated, damaged } = await rotateKeys();
    const isKeySwapped = swap.includes("wrapped_key");
    expect([rotated, damaged.length]).toEqual(isKeySwapped ? [0, 2] : [2, 0]);
    for (const identity of both) await expect(readCard(identity)).rejects.toThrow(VaultError);
  });
});

async function insertMany(count: number, key: CardKey): Promise<Map<CardIdentity, string>> {
  const numbers = new Map(Array.from({ length: count }, () => [newIdentity(), newNumber()]));
  const sealed = [...numbers].map(([identity, number]): CardIdentity & SealedCard => ({
    ...identity,
    ...sealCard(identity, number, key),
  }));
  await query(sql`
    INSERT INTO vault_card (id, account_number, environment, key_version, wrapped_key, sealed_number, created_at)
    SELECT id, '1234567890', 'sandbox', ${key.version}, wrapped, sealed, now()
    FROM unnest(${sealed.map(({ id }) => id)}::text[], ${sealed.map(({ wrappedKey }) => Buffer.from(wrappedKey))}::bytea[], ${sealed.map(({ sealedNumber }) => Buffer.from(sealedNumber))}::bytea[]) AS c (id, wrapped, sealed)`);
  return numbers;
}

describe("a rotation", () => {
  it(
    `of ${cardCount} cards does not block reads and writes, nor another rotation`,
    async () => {
      const cards = [...(await insertMany(cardCount, oldKey))];
      const [kept, doomed] = [cards.slice(500), cards.slice(0, 500)];
      useKeys(newKey, oldKey);
      let [isDone, reads, share] = [false, 0, 0];
      const report = ({ seen, total }: Progress) => {
        share = Math.max(share, seen / total);
      };
      const rotations = Promise.all([rotateKeys(report), rotateKeys(report)]).finally(() => {
        isDone = true;
      });
      const reader = async () => {
        for (; !isDone; reads++) {
          const [identity, number] = kept[randomInt(kept.length)] ?? cards[0] ?? [];
          if (identity) expect(await readCard(identity)).toBe(number);
        }
      };
      const writer = async () => {
        while (!isDone) {
          const [identity, number] = [newIdentity(), newNumber()];
          // In the first half of the rotation, the writer stores cards under the old key, like a process without the
          // new key.
          if (share < 0.5) await insertCard(identity, sealCard(identity, number, oldKey), now());
          else await putCard(identity, number, now());
          kept.push([identity, number]);
          const [next] = doomed.pop() ?? [];
          if (next) await shredCard(next.id, now());
        }
      };
      const [results] = await Promise.all([rotations, writer(), ...Array.from({ length: 6 }, reader)]);

      for (const { damaged, left } of results) expect([damaged, left]).toEqual([[], []]);
      expect(results.reduce((sum, { rotated }) => sum + rotated, 0)).toBeGreaterThanOrEqual(cardCount - 500);
      expect(reads).toBeGreaterThan(100);
      const cardsNow = kept.length + doomed.length;
      expect(await countVersions()).toEqual([{ keyVersion: "2", cards: cardsNow }]);
      useKeys(newKey);
      expect(await checkCards()).toEqual({ readable: cardsNow, unreadable: [] });
      useKeys(oldKey);
      expect((await checkCards()).readable).toBe(0);
    },
    inject("isDeep") ? 600_000 : 60_000,
  );

  it("continues after an interruption", async () => {
    await insertMany(1_200, oldKey);
    useKeys(newKey, oldKey);
    const interrupted = rotateKeys(() => {
      throw new Error("interrupted");
    });
    await expect(interrupted).rejects.toThrow("interrupted");
    expect((await checkCards()).readable).toBe(1_200);
    expect(await rotateKeys()).toEqual({ rotated: 700, damaged: [], left: [] });
    expect(await rotateKeys()).toEqual({ rotated: 0, damaged: [], left: [] });
    expect(await countVersions()).toEqual([{ keyVersion: "2", cards: 1_200 }]);
  });

  it.each([
    ["includes a card whose shredding was rolled back", false, 3],
    ["skips a card that was shredded meanwhile", true, 2],
  ])("%s", async (_what, isShredded, rotated) => {
    await insertMany(2, oldKey);
    const held = await putNew();
    useKeys(newKey, oldKey);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const shredded = new Promise<void>((resolve) => {
      void inTransaction(async () => {
        await shredCard(held.id, now());
        resolve();
        await released;
        if (!isShredded) throw new Error("rolled back");
      }).catch(() => {});
    });
    await shredded;
    expect(await rotateKeys(release)).toEqual({ rotated, damaged: [], left: [] });
    expect(await countVersions()).toEqual([{ keyVersion: "2", cards: rotated }]);
  });

  it("does not change a card that was shredded or rotated after it was read", async () => {
    const [shredded, rotated] = [await putNew(), await putNew()];
    const stale = (await findWrappedKeys("1", { after: "", limit: 2 })).map((row) => ({
      id: row.id,
      from: row,
      to: rewrapKey(row, row, [oldKey], { version: "3", key: randomBytes(32) }),
    }));
    await shredCard(shredded.id, now());
    useKeys(newKey, oldKey);
    await rotateKeys();
    for (const late of [stale, ...stale.map((one) => [one])]) expect(await replaceWrappedKeys(late)).toBe(0);
    expect(await countVersions()).toEqual([{ keyVersion: "2", cards: 1 }]);
    expect(await readCard(rotated)).toMatch(/^4/);
  });

  it("counts cards whose key is missing, and does not touch them", async () => {
    const identity = await putNew();
    useKeys(newKey);
    expect(await rotateKeys()).toEqual({ rotated: 0, damaged: [], left: [{ keyVersion: "1", cards: 1 }] });
    expect(await readKeyStatus()).toEqual([
      { version: "2", cards: 0, isConfigured: true, isActive: true },
      { version: "1", cards: 1, isConfigured: false, isActive: false },
    ]);
    expect(await newKeyEntry()).toMatch(/^3:[\w+/]{43}=$/);
    await expect(readCard(identity)).rejects.toThrow("key version 1: CARD_KEYS has no such key.");
    useKeys(oldKey);
    expect(await readCard(identity)).toMatch(/^4/);
  });
});

describe("an attacker with the whole database and the source", () => {
  /** Decrypts a stored value with `node:crypto` alone, without the vault's code. */
  function openByHand(key: Uint8Array, parts: string[], sealed: Uint8Array): Buffer | null {
    const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(parts.map((part) => `${part.length}:${part}`).join("")));
    decipher.setAuthTag(sealed.subarray(-16));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
    } catch {
      return null;
    }
  }

  it("finds no key that opens a card", async () => {
    const identity = await putNew("4111111111111111");
    const row = await findVaultCard(identity);
    if (!row) throw new Error("The card is missing.");
    const owner = [identity.id, identity.accountNumber, identity.environment];
    const unwrap = (key: Uint8Array) => openByHand(key, ["card data key", ...owner, "1"], row.wrappedKey);
    const open = (key: Uint8Array) => openByHand(key, ["card number", ...owner], row.sealedNumber);
    const dataKey = unwrap(oldKey.key) ?? Buffer.alloc(32);
    expect(open(dataKey)?.toString().trim()).toBe("4111111111111111");

    const places = await dumpDatabase(env().DATABASE_URL ?? "");
    expect(places.some(({ where }) => where.endsWith("vault_card.wrapped_key"))).toBe(true);
    const secrets = [oldKey.key, dataKey, Buffer.from(env().APP_SECRET ?? "")].flatMap(spellingsOf);
    expect(places.filter(({ value }) => secrets.some((secret) => String(value).includes(secret)))).toEqual([]);
    expect(findNumbers(places, ["4111111111111111"])).toEqual([]);

    const dump = places.map(({ value }) => String(value));
    let count = 0;
    for (const key of [
      ...drawCases([...keysWithin(dump.join(""))], 8),
      ...keysFromWords([...dump, ...drawCases(readSource(), 8)]),
    ]) {
      count++;
      if (unwrap(key) || open(key)) throw new Error(`The ${count}th key opens the card.`);
    }

    expect(count).toBeGreaterThan(1_000);
    // Proves that the search for keys works: it finds both keys in texts that contain them.
    expect([...keysFromWords([`CARD_KEYS=1:${oldKey.key.toString("base64")}`])].some(unwrap)).toBe(true);
    expect([...keysWithin(`x${dataKey.toString("latin1")}`)].some(open)).toBe(true);
  });
});
