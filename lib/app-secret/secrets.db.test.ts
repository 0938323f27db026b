import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { firstEmulator } from "@/emulator/emulators";
import { addTerminal } from "@/lib/acquirers/operate-terminals";
import { recordBy } from "@/lib/audit/record";
import { verifyChains } from "@/lib/audit/verify-chain";
import { db } from "@/lib/db/client";
import { loadTerminal } from "@/lib/gateway/terminals/terminal-store";
import { merchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { fromRequest } from "@/lib/http/message/incoming";
import { withIdempotency } from "@/lib/http/route/idempotency";
import { EnvError, env, extendEnv } from "@/lib/kit/env";
import { acceptReplaced, activeSealHeader } from "@/lib/kit/secrets/crypto";
import type { CardKey } from "@/lib/kit/secrets/key-lists";
import { registerCardKeys } from "@/lib/vault/card-keys";
import { putCard } from "@/lib/vault/cards";
import { newKeyEntry } from "@/lib/vault/key-status";
import { createWithdrawalEndpoint } from "@/lib/withdrawals/contract";
import { cards, openSession, openShop, pay } from "@/tests/support/in-process/checkout";
import { checkSecrets } from "./check-secrets";
import { readSecretStatus, rotateAppSecret } from "./rotate-secrets";
import { sealedColumns } from "./sealed-columns";
import { findOldValues, findSomeValues } from "./store";

const { acquirer } = firstEmulator;

const { APP_SECRET: original = "", CARD_KEYS } = env();
const [first, second, third] = ["first", "second", "third"].map((name) => `${name}-secret-0123456789-abcdefghijklmnop`);
const ownKeys = CARD_KEYS.map(({ version, key }) => `${version}:${key.toString("base64")}`).join(" ");
const otherKey = Buffer.from("zyxwvutsrqponmlkjihgfedcba543210").toString("base64");
const use = (list: string) => void extendEnv({ APP_SECRET: list });
async function brokenIn(accountNumber: string) {
  const found = [];
  for await (const { broken } of verifyChains(accountNumber)) found.push(broken);
  return found;
}

const problemsOf = () =>
  checkSecrets().then(
    () => [],
    (error) => (error instanceof EnvError ? error.problems : Promise.reject(error)),
  );

beforeEach(async () => {
  await db().appSecret.deleteMany();
  await db().cardKey.deleteMany();
  await db().signingKey.deleteMany();
  await db().merchantKey.deleteMany();
  await db().terminal.deleteMany();
  acceptReplaced([]);
  use(first ?? "");
});

afterEach(() => void extendEnv({ APP_SECRET: original, CARD_KEYS: ownKeys }));

describe("checkSecrets at start", () => {
  it("refuses a secret that the database was not sealed with, and accepts the right one", async () => {
    expect(await problemsOf()).toEqual([]);
    use(second ?? "");
    expect(await problemsOf()).toEqual([expect.stringContaining("APP_SECRET is another one")]);
    use(first ?? "");
    expect(await problemsOf()).toEqual([]);
  });

  it("refuses a database without a probe if the secret opens none of its values", async () => {
    const { accountNumber } = await openShop();
    await merchantSecrets(accountNumber, "sandbox");
    use(second ?? "");
    expect(await problemsOf()).toEqual([expect.stringContaining("APP_SECRET is another one")]);
    expect(await db().appSecret.count()).toBe(0);
  });

  it("registers the old secret of a database without a probe, too, so that it is not removed too soon", async () => {
    const { accountNumber } = await openShop();
    await merchantSecrets(accountNumber, "sandbox");
    use(`2:${second} 1:${first}`);
    expect(await problemsOf()).toEqual([]);
    use(second ?? "");
    expect(await problemsOf()).toEqual([expect.stringContaining("APP_SECRET lacks the secret in use since")]);
  });

  it("registers no secret for a read-only command", async () => {
    await checkSecrets();
    use(`2:${second} 1:${first}`);
    await checkSecrets({ registers: false });
    use(first ?? "");
    expect(await problemsOf()).toEqual([]);
  });

  it("accepts a new secret in front of the old one, and requires the old one until everything is resealed", async () => {
    await checkSecrets();
    use(`2:${second} 1:${first}`);
    expect(await problemsOf()).toEqual([]);
    use(second ?? "");
    expect(await problemsOf()).toEqual([expect.stringContaining("APP_SECRET lacks the secret in use since")]);
    use(`2:${second} 1:${first}`);
    await rotateAppSecret();
    use(second ?? "");
    expect(await problemsOf()).toEqual([]);
  });

  it("refuses a missing or wrong card key, and lists it together with the other problems", async () => {
    await checkSecrets();
    const identity = { id: "01KA0000000000000000000009", accountNumber: "2345678901", environment: "live" } as const;
    await putCard(identity, "4111111111111111", new Date());
    use(second ?? "");
    extendEnv({ CARD_KEYS: `9:${otherKey}` });
    expect(await problemsOf()).toEqual([
      expect.stringContaining("APP_SECRET is another one"),
      "CARD_KEYS lacks version 1, and stored cards need it.",
    ]);
    use(first ?? "");
    extendEnv({ CARD_KEYS: `1:${otherKey}` });
    expect(await problemsOf()).toEqual([expect.stringContaining("CARD_KEYS has another key under version 1")]);
    extendEnv({ CARD_KEYS: ownKeys });
    expect(await problemsOf()).toEqual([]);
    await db().vaultCard.deleteMany({ where: { id: identity.id } });
  });

  it("refuses another card key under a known version before any card is stored, and accepts it as a new version", async () => {
    expect(await problemsOf()).toEqual([]);
    extendEnv({ CARD_KEYS: `1:${otherKey}` });
    expect(await problemsOf()).toEqual([expect.stringContaining("CARD_KEYS has another key under version 1")]);
    for (const list of [`${ownKeys} 2:${otherKey}`, `2:${otherKey} ${ownKeys}`, `2:${otherKey}`]) {
      extendEnv({ CARD_KEYS: list });
      expect(await problemsOf()).toEqual([]);
    }
    extendEnv({ CARD_KEYS: ownKeys.replace("1:", "2:") });
    expect(await problemsOf()).toEqual([expect.stringContaining("CARD_KEYS has another key under version 2")]);
    expect(await newKeyEntry()).toMatch(/^3:/);
  });

  it("registers one of two card keys that processes bring under one version at the same time", async () => {
    const contenders: CardKey[] = ["a", "b"].map(() => ({ version: "5", key: randomBytes(32) }));
    const problems = await Promise.all(
      Array.from({ length: 20 }, (_, index) => registerCardKeys(contenders.slice(index % 2, (index % 2) + 1))),
    );
    const refused = [0, 1].map((parity) => problems.filter((found, i) => i % 2 === parity && found.length > 0).length);
    expect(refused.toSorted((a, b) => a - b)).toEqual([0, 10]);
  });

  it("compares a card key for a read-only command without registering it", async () => {
    await checkSecrets();
    extendEnv({ CARD_KEYS: `${ownKeys} 2:${otherKey}` });
    await checkSecrets({ registers: false });
    extendEnv({ CARD_KEYS: `1:${otherKey}` });
    await expect(checkSecrets({ registers: false })).rejects.toThrow("CARD_KEYS has another key under version 1");
    extendEnv({ CARD_KEYS: `2:${ownKeys.split(":")[1]}` });
    expect(await problemsOf()).toEqual([]);
  });

  it("registers no card key that opens none of the stored cards", async () => {
    const identity = { id: "01KA0000000000000000000009", accountNumber: "2345678901", environment: "live" } as const;
    await putCard(identity, "4111111111111111", new Date());
    extendEnv({ CARD_KEYS: `1:${otherKey}` });
    expect(await problemsOf()).toHaveLength(1);
    extendEnv({ CARD_KEYS: ownKeys });
    expect(await problemsOf()).toEqual([]);
    await db().vaultCard.deleteMany({ where: { id: identity.id } });
  });
});

describe("rotateAppSecret", () => {
  it("reseals every column, so that the old secret opens nothing", async () => {
    await checkSecrets();
    const { accountNumber } = await openShop();
    const before = await merchantSecrets(accountNumber, "sandbox");
    use(`2:${second} 1:${first}`);
    await checkSecrets();
    const { damaged, resealed } = await rotateAppSecret();
    expect(damaged).toEqual([]);
    expect(resealed).toBeGreaterThan(0);
    for (const column of sealedColumns) {
      expect(await findOldValues(column, activeSealHeader(), { after: [], limit: 1 })).toEqual([]);
    }
    use(second ?? "");
    expect(await merchantSecrets(accountNumber, "sandbox")).toEqual(before);
  });

  it("reseals the credentials of terminals, with or without a gateway key", async () => {
    await checkSecrets();
    const credentials = { merchantId: "99901005", secrets: { password: "of the terminal" } };
    const terminal = { acquirer, platform: "TT", currency: "TTD" } as const;
    const withoutKey = await addTerminal({ ...terminal, ...credentials });
    const others = { merchantId: "99901006", secrets: { password: "of another", gateway_key: "of the gateway" } };
    const withKey = await addTerminal({ ...terminal, ...others });
    use(`2:${second} 1:${first}`);
    await checkSecrets();
    const { damaged, resealed } = await rotateAppSecret();
    expect(damaged).toEqual([]);
    expect(resealed).toBeGreaterThanOrEqual(3);
    use(second ?? "");
    expect((await loadTerminal(withoutKey.id)).credentials).toMatchObject(credentials);
    expect((await loadTerminal(withKey.id)).credentials).toMatchObject(others);
  });

  it("names the row that no secret opens, and keeps requiring the old secret", async () => {
    await checkSecrets();
    const { accountNumber } = await openShop();
    await merchantSecrets(accountNumber, "sandbox");
    await db().merchantKey.updateMany({ where: { accountNumber }, data: { sealedHashKey: new Uint8Array(60) } });
    use(`2:${second} 1:${first}`);
    await checkSecrets();
    const { damaged } = await rotateAppSecret();
    expect(damaged).toEqual([`merchant_key ${accountNumber} sandbox: sealed_hash_key does not open`]);
    expect(await readSecretStatus()).toMatchObject([{ isActive: true }, { isActive: false, removableFrom: null }]);
  });

  it("lets the old secret be removed thirty days after everything was resealed", async () => {
    await checkSecrets();
    use(`2:${second} 1:${first}`);
    await checkSecrets();
    const begun = Date.now();
    await rotateAppSecret();
    const [active, old] = await readSecretStatus();
    expect(active).toMatchObject({ version: "2", isActive: true, removableFrom: null });
    expect(old?.version).toBe("1");
    const days = ((old?.removableFrom?.getTime() ?? 0) - begun) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
  });

  it("keeps requiring the old secret while a process with the old list seals rows with it", async () => {
    await checkSecrets();
    use(`2:${second} 1:${first}`);
    await checkSecrets();
    await rotateAppSecret();
    use(`1:${first} 2:${second}`);
    await merchantSecrets((await openShop()).accountNumber, "sandbox");
    use(`2:${second} 1:${first}`);
    expect(await readSecretStatus()).toMatchObject([{ isActive: true }, { removableFrom: null }]);
    await rotateAppSecret();
    expect(await readSecretStatus()).toMatchObject([{ isActive: true }, { removableFrom: expect.any(Date) }]);
  });

  it("lets an idempotent retry find its stored answer after the old secret is removed", async () => {
    await checkSecrets();
    const post = async () => {
      const headers = { "idempotency-key": "k-1" };
      const request = fromRequest(new Request("http://localhost/test", { method: "POST", headers }));
      const work = {
        prepare: async () => null,
        perform: async () => ({ status: 201, body: String(++performed), headers: {} }),
      };
      return withIdempotency(
        { contract: createWithdrawalEndpoint, caller: null, request, bytes: new Uint8Array() },
        work,
      );
    };
    let performed = 0;
    expect(await post()).toMatchObject({ status: 201, body: "1" });
    use(`2:${second} 1:${first}`);
    await checkSecrets();
    await rotateAppSecret();
    use(second ?? "");
    await checkSecrets();
    expect(await post()).toMatchObject({ status: 201, body: "1" });
  });

  it("keeps audit chains valid to which processes with the old and the new list wrote in turn", async () => {
    await checkSecrets();
    const { accountNumber } = await openShop();
    for (const list of [`2:${second} 1:${first}`, `1:${first} 2:${second}`, `2:${second} 1:${first}`, first ?? ""]) {
      use(list);
      await recordBy("operator", accountNumber, "account.verified");
    }
    use(`2:${second} 1:${first}`);
    await checkSecrets();
    await rotateAppSecret();
    use(second ?? "");
    await checkSecrets();
    expect(await brokenIn(accountNumber)).toEqual([null]);
  });

  it("keeps audit chains valid after two rotations, and no replaced secret can add to them", async () => {
    await checkSecrets();
    const { accountNumber } = await openShop();
    await recordBy("operator", accountNumber, "account.verified");
    for (const list of [`2:${second} 1:${first}`, `3:${third} 2:${second}`]) {
      use(list);
      await checkSecrets();
      await rotateAppSecret();
    }
    use(third ?? "");
    await checkSecrets();
    expect(await brokenIn(accountNumber)).toEqual([null]);

    use(first ?? "");
    await recordBy("operator", accountNumber, "account.verified");
    use(third ?? "");
    expect(await brokenIn(accountNumber)).toEqual([expect.objectContaining({ because: "digest" })]);
  });

  it("can be undone by putting the old secret in front again, and audit chains stay valid", async () => {
    await checkSecrets();
    const { accountNumber } = await openShop();
    await recordBy("operator", accountNumber, "account.verified");
    use(`2:${second} 1:${first}`);
    await checkSecrets();
    await rotateAppSecret();
    use(`1:${first} 2:${second}`);
    await checkSecrets();
    await rotateAppSecret();
    use(first ?? "");
    expect(await problemsOf()).toEqual([]);
    expect(await brokenIn(accountNumber)).toEqual([null]);
    expect(await readSecretStatus()).toMatchObject([
      { removableFrom: expect.any(Date) },
      { isActive: true, removableFrom: null },
    ]);
  });

  it("does not interrupt a payment session", async () => {
    await checkSecrets();
    const session = await openSession(await openShop());
    use(`2:${second} 1:${first}`);
    await checkSecrets();
    await rotateAppSecret();
    expect(await pay(session, cards.approved)).toMatchObject({ result: { status: "success" } });
  });
});

it("every sealed column of the schema is resealed, or its values expire within a day", async () => {
  const { readdirSync, readFileSync } = await import("node:fs");
  const files = readdirSync("prisma/schema").map((name) => readFileSync(`prisma/schema/${name}`, "utf8"));
  const schema = files.join("\n");
  const inSchema = [...schema.matchAll(/@map\("(sealed_\w+)"\)/g)].map(([, name]) => name).toSorted();
  const others = ["sealed_challenge", "sealed_token", "sealed_steps", "sealed_probe", "sealed_number"];
  const known = [...sealedColumns.map(({ column }) => column), ...others];
  expect([...new Set(inSchema)]).toEqual([...new Set(known)].toSorted());
  for (const column of sealedColumns) await findSomeValues(column, 1);
});
