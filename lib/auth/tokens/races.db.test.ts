import { afterAll, describe, expect, inject, it } from "vitest";
import { authenticate } from "@/lib/auth/authenticate";
import { keysPerAccountMax } from "@/lib/auth/contract";
import { createApiKey, listApiKeys, rollApiKey, updateApiKey } from "@/lib/auth/keys/manage-keys";
import { db } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { allScopes } from "@/lib/reference/scopes";
import { openTestAccount } from "@/tests/support/http/accounts";
import { update } from "@/tests/support/http/sub-accounts";
import { grantToken } from "./grant-token";
import { rotateSigningKey } from "./signing-keys";

// The next test file starts with an empty database, so the signing keys of this one must not stay in memory.
afterAll(rotateSigningKey);

const address = (host: number) => `203.0.113.${host}`;
const callerOf = (accountNumber: string): Caller => ({
  accountNumber,
  accountType: "BUSINESS",
  homePlatform: "TT",
  platforms: ["TT"],
  canGoLive: true,
  scopes: new Set(allScopes),
  credential: { kind: "bearer", familyId: "" },
});
const isAlive = (token: string) =>
  authenticate({ authorization: `Bearer ${token}`, apiKey: null, clientAddress: address(1) }).then(
    () => true,
    () => false,
  );
const newKey = (caller: Caller) =>
  createApiKey(caller, {
    name: "Test",
    environment: "sandbox",
    scopes: ["svc-user-all"],
    cidrs: undefined,
    expires_at: undefined,
  });

describe("correct passwords", () => {
  it("are all accepted, even if many arrive at once from one network", async () => {
    const { email, password } = await openTestAccount();
    const grants = Array.from({ length: 30 }, (_, host) =>
      grantToken({ email, password, scopes: ["svc-user-all"] }, address(host + 1)),
    );
    const outcomes = await Promise.allSettled(grants);
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
  });

  it("are refused within a burst of parallel wrong guesses", async () => {
    // With its own password the account gets a production-strength hash, which is slow enough to keep the guesses in
    // order.
    const { email, password } = await openTestAccount({ password: "the-right-password" });
    const guesses = Array.from({ length: 25 }, (_, turn) =>
      grantToken({ email, password: turn === 24 ? password : "wrong-password", scopes: ["svc-user-all"] }, address(7)),
    );
    const outcomes = await Promise.allSettled(guesses);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toEqual([]);
  });
});

const rounds = inject("isDeep") ? 8 : 3;

it("no token survives a change of password, not even one granted at the same moment", async () => {
  for (let round = 0; round < rounds; round++) {
    const { accountNumber, email, password } = await openTestAccount();
    const grants = Array.from({ length: 6 }, (_, host) =>
      grantToken({ email, password, scopes: ["svc-user-all"] }, address(host + 1)),
    );
    const [change, ...outcomes] = await Promise.allSettled([
      update(callerOf(accountNumber), accountNumber, { password: "another-password", old_password: password }),
      ...grants,
    ]);
    expect(change.status).toBe("fulfilled");
    for (const outcome of outcomes) {
      if (outcome.status === "fulfilled") expect(await isAlive(outcome.value.access_token)).toBe(false);
    }
  }
});

describe("API keys", () => {
  it("stay within their limit under parallel requests", async () => {
    const caller = callerOf((await openTestAccount()).accountNumber);
    const { kid } = (await newKey(caller)).data;
    const key = await db().apiKey.findUniqueOrThrow({ where: { kid }, omit: { secretDigest: false } });
    const copies = Array.from({ length: keysPerAccountMax - 11 }, (_, index) => ({ ...key, kid: `copy ${index}` }));
    await db().apiKey.createMany({ data: copies });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => newKey(caller)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    expect((await listApiKeys(caller)).data).toHaveLength(keysPerAccountMax);
    await expect(newKey(caller)).rejects.toMatchObject({ status: 409 });
  });

  it("are rolled once by concurrent requests, and the new key does not expire with the old one", async () => {
    const caller = callerOf((await openTestAccount()).accountNumber);
    const { kid } = (await newKey(caller)).data;
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => rollApiKey(caller, kid)));
    const won = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.data] : []));
    const lost = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.status] : []));
    expect(won).toHaveLength(1);
    expect(won[0]).toMatchObject({ expires_at: null, replaced_by: null });
    expect(new Set(lost)).toEqual(new Set([409]));
    const old = (await listApiKeys(caller)).data.find((key) => key.kid === kid);
    expect(old).toMatchObject({ replaced_by: won[0]?.kid, expires_at: expect.any(String) });
  });
});

it("a member cannot change or roll a key with scopes that their role lacks", async () => {
  const { accountNumber } = await openTestAccount();
  const owner = callerOf(accountNumber);
  const developer: Caller = {
    ...owner,
    scopes: new Set(["svc-user-retrieve"]),
    credential: { kind: "member", memberId: "", role: "developer", sessionId: "", environment: "sandbox" },
  };
  const { kid } = (await newKey(owner)).data;
  const change = { name: "Mine", scopes: ["svc-user-retrieve" as const], cidrs: ["any"], expires_at: undefined };
  const refused = { status: 403, message: "This takes scopes that your role does not have. Ask an owner." };
  await expect(updateApiKey(developer, kid, change)).rejects.toMatchObject(refused);
  await expect(rollApiKey(developer, kid)).rejects.toMatchObject(refused);
  expect((await listApiKeys(owner)).data).toMatchObject([{ name: "Test", scopes: ["svc-user-all"] }]);
});
