import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { platformChain } from "@/lib/audit/record";
import { entriesOf, verifyChains } from "@/lib/audit/verify-chain";
import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { findTerminal, loadTerminal } from "@/lib/gateway/terminals/terminal-store";
import { extendEnv } from "@/lib/kit/env";
import { addTerminal, changePolicy, disableTerminalOrThrow, listPolicies, listTerminals } from "./operate-terminals";

const gateway = "https://gateway.example.com/api/";
const staging = "https://staging.example.com/api/";
const password = "correct horse battery";
const gatewayKey = "a-key-of-the-gateway";
const credentials = { merchantId: "99901005", password, gatewayKey: null };

beforeEach(() => {
  extendEnv({ POWERTRANZ_URL: gateway });
});
afterEach(async () => {
  await db().terminal.deleteMany();
  await db().authenticationPolicy.deleteMany();
  extendEnv({ POWERTRANZ_URL: "" });
});

/** The newest entries of the platform's audit chain, oldest first. */
async function auditEntries(count: number) {
  const entries = [];
  for await (const { actor, action, subject, detail } of entriesOf(platformChain)) {
    entries.push({ actor, action, subject, detail });
  }
  return entries.slice(-count);
}

describe("addTerminal", () => {
  it("seals the password and the gateway key, and the adapter can open them", async () => {
    const { id } = await addTerminal("TT", "TTD", { ...credentials, gatewayKey });
    const [row] = await query<{ text: string }>(sql`
      SELECT encode(sealed_password, 'escape') || encode(sealed_gateway_key, 'escape') || t::text AS text
      FROM terminal t WHERE id = ${id}`);
    expect(row?.text).toContain("99901005");
    expect(row?.text).not.toContain(password);
    expect(row?.text).not.toContain(gatewayKey);
    for (const hidden of [password, gatewayKey]) {
      expect(row?.text).not.toContain(Buffer.from(hidden).toString("hex"));
    }
    expect((await findTerminal("TT", "TTD"))?.credentials).toMatchObject({ ...credentials, gatewayKey });
  });

  it("records the change in the audit chain of the platform, without a secret", async () => {
    const { id } = await addTerminal("TT", "USD", { ...credentials, gatewayKey });
    const [entry] = await auditEntries(1);
    expect(entry).toEqual({
      actor: "operator",
      action: "terminal.added",
      subject: id,
      detail: { platform: "TT", currency: "USD", merchant_id: "99901005", gateway },
    });
    for await (const { broken } of verifyChains(platformChain)) expect(broken).toBeNull();
  });

  it("adds exactly one of several terminals that are added in parallel, with one audit entry", async () => {
    const before = (await auditEntries(100)).length;
    const adds = Array.from({ length: 5 }, () => addTerminal("JM", "JMD", credentials));
    const results = await Promise.allSettled(adds);
    const [terminal] = await db().terminal.findMany({ where: { platform: "JM" } });
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") {
        const sentence = `An active terminal for JMD in JM exists already: ${terminal?.id}. Disable it first.`;
        expect(result.reason).toMatchObject({ code: "conflict", message: sentence });
      }
    }
    expect(await db().terminal.count()).toBe(1);
    expect(await auditEntries(100)).toHaveLength(before + 1);
  });

  it("accepts a second terminal of another currency, of another platform, and of another gateway", async () => {
    await addTerminal("TT", "TTD", credentials);
    await addTerminal("TT", "USD", credentials);
    await addTerminal("JM", "USD", credentials);
    extendEnv({ POWERTRANZ_URL: staging });
    await addTerminal("TT", "TTD", credentials);
    expect((await listTerminals()).map(({ platform, currency, state }) => `${platform} ${currency} ${state}`)).toEqual([
      "JM USD of another gateway",
      "TT TTD of another gateway",
      "TT TTD active",
      "TT USD of another gateway",
    ]);
  });

  it.each([
    ["JMD", {}, "The currency is not available in TT."],
    ["TTD", { merchantId: "" }, "The merchant id must have 1 to 32 letters, digits, hyphens or underscores."],
    ["TTD", { merchantId: "9990 1005" }, "The merchant id must have 1 to 32 letters, digits, hyphens or underscores."],
    [
      "TTD",
      { merchantId: "9".repeat(33) },
      "The merchant id must have 1 to 32 letters, digits, hyphens or underscores.",
    ],
    ["TTD", { password: "" }, "The password must have 1 to 255 printable"],
    ["TTD", { password: "p".repeat(256) }, "The password must have 1 to 255 printable"],
    ["TTD", { password: "pass\u0000word" }, "The password must have 1 to 255 printable"],
    ["TTD", { password: "password " }, "The password must have 1 to 255 printable"],
    ["TTD", { gatewayKey: "" }, "The gateway key must have 1 to 255 printable"],
  ] as const)("refuses %s with %o, and adds nothing", async (currency, wrong, sentence) => {
    await expect(addTerminal("TT", currency, { ...credentials, ...wrong })).rejects.toThrow(sentence);
    expect(await db().terminal.count()).toBe(0);
  });

  it.each([
    { merchantId: "a", password: "p" },
    { merchantId: `A_b-${"9".repeat(28)}`, password: "p".repeat(255) },
  ])("accepts credentials of the smallest and the largest length", async (allowed) => {
    const { id } = await addTerminal("TT", "TTD", { ...credentials, ...allowed });
    expect((await loadTerminal(id)).credentials).toMatchObject({ ...credentials, ...allowed });
  });
});

describe("listTerminals", () => {
  it("returns no secret, sealed or not", async () => {
    await addTerminal("TT", "TTD", { ...credentials, gatewayKey });
    const [terminal] = await listTerminals();
    expect(Object.keys(terminal ?? {}).toSorted()).toEqual([
      ...["authenticationIn", "baseAddress", "certifiedAt", "createdAt", "currency", "disabledAt", "id", "merchantId"],
      ...["platform", "state"],
    ]);
  });
});

describe("disableTerminalOrThrow", () => {
  it("takes a terminal out of use, records it, and lets another one be added", async () => {
    const { id } = await addTerminal("TT", "TTD", credentials);
    await disableTerminalOrThrow(id);
    expect(await findTerminal("TT", "TTD")).toBeNull();
    expect((await loadTerminal(id)).credentials).toEqual({ ...credentials, baseAddress: gateway });
    const detail = { platform: "TT", currency: "TTD", merchant_id: "99901005", gateway };
    expect(await auditEntries(1)).toEqual([{ actor: "operator", action: "terminal.disabled", subject: id, detail }]);
    const other = await addTerminal("TT", "TTD", { ...credentials, password: "another" });
    expect((await findTerminal("TT", "TTD"))?.id).toBe(other.id);
  });

  it("refuses an unknown terminal and a disabled one, without an audit entry", async () => {
    const { id } = await addTerminal("TT", "TTD", credentials);
    await disableTerminalOrThrow(id);
    const before = await auditEntries(100);
    await expect(disableTerminalOrThrow(id)).rejects.toThrow("The terminal is disabled already.");
    await expect(disableTerminalOrThrow("nothing")).rejects.toThrow("Unknown terminal: nothing.");
    expect(await auditEntries(100)).toEqual(before);
  });
});

describe("changePolicy", () => {
  it("changes the policy of one platform, and records only real changes", async () => {
    const policy = { allowsUnavailable: true, allowsUnsupported: false };
    await changePolicy("TT", policy);
    await changePolicy("TT", { allowsUnavailable: true });
    const byPlatform = Object.fromEntries((await listPolicies()).map(({ platform, ...rest }) => [platform, rest]));
    expect(byPlatform).toMatchObject({
      TT: { ...policy, allowsUnconfirmed: null },
      JM: { allowsUnavailable: false, allowsUnsupported: true, allowsUnconfirmed: null },
    });
    const detail = { platform: "TT", allows_unavailable: true, allows_unsupported: false };
    const [first, last] = await auditEntries(2);
    expect(last).toEqual({ actor: "operator", action: "authentication_policy.changed", subject: null, detail });
    expect(first?.action).not.toBe("authentication_policy.changed");
  });
});
