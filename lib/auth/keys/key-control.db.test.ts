import { beforeEach, describe, expect, it } from "vitest";
import { keyActions } from "@/lib/dashboard/actions/keys";
import { webhookActions } from "@/lib/dashboard/actions/webhooks";
import { db } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { day, later, now } from "@/lib/kit/clock";
import { type Role, roleScopes } from "@/lib/reference/roles";
import { allScopes, covers, type Scope } from "@/lib/reference/scopes";
import { openTestAccount } from "@/tests/support/http/accounts";
import { refusalOf } from "@/tests/support/http/members";
import { callerOf } from "@/tests/support/http/withdrawals";
import { createApiKey, listApiKeys, listKeysWithMakers, revokeApiKey, rollApiKey, updateApiKey } from "./manage-keys";

/**
 * Tests who may not change API keys: a token that lacks a scope, a member whose role forbids it, and a signed-in
 * browser that has not confirmed the password.
 */
let owner: Caller;
beforeEach(async () => {
  owner = callerOf((await openTestAccount()).accountNumber);
});

const narrow = (): Caller => ({ ...owner, scopes: new Set<Scope>(["svc-user-all"]) });
const memberOf = (role: Role, memberId = owner.accountNumber): Caller => ({
  ...owner,
  scopes: new Set(roleScopes[role]),
  credential: { kind: "member", memberId, role, sessionId: "", environment: "sandbox" },
});
const newKey = async (caller: Caller, scopes: Scope[], limits: object = {}) =>
  (await createApiKey(caller, { name: "Shop", environment: "sandbox", scopes, ...limits })).data.kid;

const limits = { cidrs: ["203.0.113.0/24"], expires_at: new Date("2099-01-01T00:00:00Z") };

describe("a token without the scopes of a key", () => {
  const refusal = "This key has scopes that this token does not have. This token can only rename or revoke the key.";

  it.each([
    ["its addresses", { cidrs: ["any"] }],
    ["its expiry", { expires_at: "never" as const }],
    ["its scopes", { scopes: ["svc-user-retrieve" as const] }],
  ])("cannot change %s", async (_, change) => {
    const kid = await newKey(owner, ["svc-withdrawals-all"], limits);
    expect(await refusalOf(updateApiKey(narrow(), kid, change))).toBe(refusal);
    expect(await db().apiKey.findUnique({ where: { kid } })).toMatchObject({
      scopes: ["svc-withdrawals-all"],
      cidrs: limits.cidrs,
      expiresAt: limits.expires_at,
    });
  });

  it("cannot roll the key, but can rename and revoke it", async () => {
    const kid = await newKey(owner, ["svc-withdrawals-all"], limits);
    expect(await refusalOf(rollApiKey(narrow(), kid))).toBe(refusal);
    expect((await updateApiKey(narrow(), kid, { name: "Till" })).data.name).toBe("Till");
    await revokeApiKey(narrow(), kid);
    expect((await listApiKeys(owner)).data).toEqual([]);
    expect(await listKeysWithMakers(owner)).toMatchObject([{ kid, revoked_at: expect.any(String) }]);
  });
});

describe("in the dashboard", () => {
  it("actions that reveal a secret require the password, and those that restrict access do not", () => {
    const actions = { ...keyActions, ...webhookActions };
    const required = Object.entries(actions).map(([name, { asksPassword = false }]) => [name, asksPassword]);
    expect(Object.fromEntries(required)).toEqual({
      "create-api-key": true,
      "update-api-key": "sometimes",
      "roll-api-key": true,
      "revoke-api-key": false,
      "create-webhook": true,
      "update-webhook": "sometimes",
      "delete-webhook": false,
      "rotate-webhook": true,
      "test-webhook": false,
      "resend-delivery": false,
      "resend-failed": false,
    });
  });

  it("a key is narrowed without the password, and widened only with it", async () => {
    const kid = await newKey(owner, ["svc-user-retrieve"], limits);
    const wider = [
      { scopes: ["svc-user-retrieve" as const, "svc-user-update" as const] },
      { cidrs: ["203.0.112.0/23"] },
      { expires_at: "never" as const },
    ];
    for (const change of wider) {
      expect(await refusalOf(updateApiKey(memberOf("owner"), kid, change))).toBe(
        "The password field is required to give a key more scopes, more addresses or more time.",
      );
    }
    await updateApiKey(memberOf("owner"), kid, { name: "Till", cidrs: ["203.0.113.7"] });
    for (const change of wider) await updateApiKey(memberOf("owner"), kid, change, { isProven: true });
    expect(await db().apiKey.findUnique({ where: { kid } })).toMatchObject({
      scopes: ["svc-user-retrieve", "svc-user-update"],
      cidrs: ["203.0.112.0/23"],
      expiresAt: null,
    });
  });

  it("a developer cannot give a key scopes that the developer role lacks, such as refunds and withdrawals", async () => {
    const developer = memberOf("developer");
    const beyond = allScopes.filter((scope) => !covers(developer.scopes, scope));
    expect(beyond).toEqual(
      expect.arrayContaining(["svc-transactions-all", "svc-transactions-refund-request", "svc-withdrawals-retrieve"]),
    );
    for (const scope of beyond) {
      expect(await refusalOf(newKey(developer, [scope]))).toBe(
        "This takes scopes that your role does not have. Ask an owner.",
      );
    }
    const kid = await newKey(developer, [...roleScopes.developer]);
    const wider = updateApiKey(developer, kid, { scopes: ["svc-transactions-all"] }, { isProven: true });
    expect(await refusalOf(wider)).toBe("This takes scopes that your role does not have. Ask an owner.");
    await rollApiKey(developer, kid);
  });

  it("the list shows ended keys after the usable ones, for 30 days", async () => {
    const [old, recent] = [await newKey(owner, ["svc-user-retrieve"]), await newKey(owner, ["svc-user-retrieve"])];
    const expired = await newKey(owner, ["svc-user-retrieve"]);
    await db().apiKey.update({ where: { kid: old }, data: { revokedAt: later(-31 * day) } });
    await db().apiKey.update({ where: { kid: recent }, data: { revokedAt: later(-29 * day) } });
    await db().apiKey.update({ where: { kid: expired }, data: { expiresAt: later(-day) } });
    const usable = await newKey(owner, ["svc-user-retrieve"]);
    const [first, ...ended] = (await listKeysWithMakers(owner)).map(({ kid }) => kid);
    expect(first).toBe(usable);
    expect(ended.toSorted()).toEqual([recent, expired].toSorted());
  });

  it("the list names the maker of each key, and for a rolled key who rolled it", async () => {
    const { email } = await db().account.findUniqueOrThrow({ where: { accountNumber: owner.accountNumber } });
    const { accountNumber } = owner;
    await db().member.create({ data: { id: accountNumber, accountNumber, role: "owner", createdAt: now() } });
    const byToken = await newKey(owner, ["svc-user-retrieve"]);
    const byMember = await newKey(memberOf("owner"), ["svc-user-retrieve"]);
    const rolled = (await rollApiKey(memberOf("owner"), byToken)).data.kid;
    const makers = (await listKeysWithMakers(owner)).map(({ kid, made_by }) => [kid, made_by]);
    expect(Object.fromEntries(makers)).toEqual({ [byToken]: "Access token", [byMember]: email, [rolled]: email });
  });
});
