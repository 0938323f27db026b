import { afterEach, describe, expect, it } from "vitest";
import { firstEmulator } from "@/emulator/emulators";
import { platformChain } from "@/lib/audit/record";
import { entriesOf, verifyChains } from "@/lib/audit/verify-chain";
import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { acquirers } from "@/lib/gateway/registry";
import { findOrder, loadTerminal } from "@/lib/gateway/terminals/terminal-store";
import { createAttempt } from "@/tests/support/in-process/attempts";
import {
  addTerminal,
  changePolicy,
  contractOf,
  disableTerminalOrThrow,
  type EnteredTerminal,
  listPolicies,
  listTerminals,
  orderTerminals,
} from "./operate-terminals";

const { acquirer } = firstEmulator;

const gateway = "https://gateway.example.com/api/";
const password = "correct horse battery";
const gatewayKey = "a-key-of-the-gateway";
const secrets = { password, gateway_key: gatewayKey };

const add = (entered: Partial<EnteredTerminal> = {}) =>
  addTerminal({
    acquirer,
    platform: "TT",
    currency: "TTD",
    gateway,
    merchantId: "99901005",
    secrets: { password },
    ...entered,
  });
const orderOf = async () => (await findOrder({ platform: "TT", currency: "TTD" })).map(({ id }) => id);

afterEach(async () => {
  await db().terminal.deleteMany();
  await db().authenticationPolicy.deleteMany();
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
  it("seals the secrets, and the adapter can open them", async () => {
    const { id } = await add({ secrets });
    const [row] = await query<{ text: string }>(sql`
      SELECT encode(sealed_credentials, 'escape') || t::text AS text FROM terminal t WHERE id = ${id}`);
    expect(row?.text).toContain("99901005");
    for (const hidden of [password, gatewayKey, "gateway_key"]) {
      expect(row?.text).not.toContain(hidden);
      expect(row?.text).not.toContain(Buffer.from(hidden).toString("hex"));
    }
    expect((await loadTerminal(id)).credentials).toEqual({ baseAddress: gateway, merchantId: "99901005", secrets });
  });

  it("a terminal that the previous release added can be opened, and that release can open a new one", async () => {
    const { id } = await add({ secrets });
    await db().terminal.update({ where: { id }, data: { sealedCredentials: null } });
    expect((await loadTerminal(id)).credentials.secrets).toEqual(secrets);
  });

  it("records the change in the audit chain of the platform, without a secret", async () => {
    const { id } = await add({ currency: "USD", secrets });
    const [entry] = await auditEntries(1);
    expect(entry).toEqual({
      actor: "operator",
      action: "terminal.added",
      subject: id,
      detail: { acquirer, platform: "TT", currency: "USD", merchant_id: "99901005", gateway },
    });
    for await (const { broken } of verifyChains(platformChain)) expect(broken).toBeNull();
  });

  it("adds exactly one of several terminals that are added in parallel, with one audit entry", async () => {
    const before = (await auditEntries(100)).length;
    const adds = Array.from({ length: 5 }, () => add({ platform: "JM", currency: "JMD" }));
    const results = await Promise.allSettled(adds);
    const [terminal] = await db().terminal.findMany({ where: { platform: "JM" } });
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") {
        const sentence = `The merchant account has a terminal for JMD in JM already: ${terminal?.id}. Disable it first.`;
        expect(result.reason).toMatchObject({ code: "conflict", message: sentence });
      }
    }
    expect(await db().terminal.count()).toBe(1);
    expect(await auditEntries(100)).toHaveLength(before + 1);
  });

  it("adds further terminals of the same platform and currency at the end of the order", async () => {
    const ids = [];
    for (const merchantId of ["1", "2"]) ids.push((await add({ merchantId })).id);
    ids.push((await add({ gateway: "staging" })).id, (await add({ acquirer: "simulator", gateway: undefined })).id);
    await add({ currency: "USD" });
    expect(await orderOf()).toEqual(ids);
    expect((await listTerminals()).map(({ currency, state }) => `${currency} ${state}`)).toEqual([
      ...Array(4).fill("TTD active"),
      "USD active",
    ]);
  });

  it.each<[Partial<EnteredTerminal>, string]>([
    [{ acquirer: "stripe" }, `The acquirer must be ${Object.keys(acquirers).join(" or ")}.`],
    [{ currency: "JMD" }, "The currency is not available in TT."],
    [{ gateway: "test" }, "The gateway must be production or staging or an https address such as"],
    [{ gateway: "ftp://gateway.example.com/" }, "The gateway must be"],
    [
      { gateway: "production", isTest: true },
      "The gateway moves money: enter the one for tests, or leave --test out if real payments are meant.",
    ],
    [{ gateway: "https://user:secret@gateway.example.com/" }, "The gateway must be"],
    [{ gateway: "https://gateway.example.com/?a=b" }, "The gateway must be"],
    [{ merchantId: "" }, "The merchant id must have 1 to 32 letters, digits, hyphens or underscores."],
    [{ merchantId: "9990 1005" }, "The merchant id must have 1 to 32 letters, digits, hyphens or underscores."],
    [{ merchantId: "9".repeat(33) }, "The merchant id must have 1 to 32 letters, digits, hyphens or underscores."],
    [{ secrets: {} }, "The password must have 1 to 255 printable"],
    [{ secrets: { password: "" } }, "The password must have 1 to 255 printable"],
    [{ secrets: { password: "p".repeat(256) } }, "The password must have 1 to 255 printable"],
    [{ secrets: { password: "pass\u0000word" } }, "The password must have 1 to 255 printable"],
    [{ secrets: { password: "password " } }, "The password must have 1 to 255 printable"],
    [{ secrets: { password, gateway_key: "" } }, "The gateway key must have 1 to 255 printable"],
  ])("refuses %o with one sentence, and adds nothing", async (wrong, sentence) => {
    await expect(add(wrong)).rejects.toThrow(sentence);
    expect(await db().terminal.count()).toBe(0);
  });

  it.each([
    { merchantId: "a", secrets: { password: "p" } },
    { merchantId: `A_b-${"9".repeat(28)}`, secrets: { password: "p".repeat(255) } },
  ])("accepts credentials of the smallest and the largest length", async (allowed) => {
    const { id } = await add(allowed);
    expect((await loadTerminal(id)).credentials).toMatchObject(allowed);
  });

  it("knows the acquirer's gateways by a word, and writes other addresses in one way", async () => {
    const addresses = [];
    for (const [index, word] of [undefined, "staging", "https://Gateway.example.com/api"].entries())
      addresses.push((await add({ gateway: word, merchantId: String(index) })).baseAddress);
    const [production, staging] = Object.values(contractOf(acquirer).gateways);
    expect(addresses).toEqual([production, staging, "https://gateway.example.com/api/"]);
  });
});

describe("listTerminals", () => {
  it("returns no secret, sealed or not", async () => {
    await add({ secrets });
    const [terminal] = await listTerminals();
    expect(Object.keys(terminal ?? {}).toSorted()).toEqual([
      ...["acquirer", "authenticationIn", "baseAddress", "certifiedAt", "createdAt", "currency", "disabledAt", "id"],
      ...["isTest", "merchantId", "platform", "position", "state"],
    ]);
  });
});

describe("disableTerminalOrThrow", () => {
  it("takes a terminal out of use, records it, and lets its account be added with another password", async () => {
    const { id } = await add();
    await disableTerminalOrThrow(id, { evenLast: true });
    expect(await orderOf()).toEqual([]);
    expect((await loadTerminal(id)).credentials.secrets).toEqual({ password });
    const detail = { acquirer, platform: "TT", currency: "TTD", merchant_id: "99901005", gateway };
    expect(await auditEntries(1)).toEqual([{ actor: "operator", action: "terminal.disabled", subject: id, detail }]);
    const other = await add({ secrets: { password: "another" } });
    expect(await orderOf()).toEqual([other.id]);
    expect((await loadTerminal(id)).credentials.secrets).toEqual({ password: "another" });
  });

  it("refuses an unknown terminal, a disabled one and the last one, without an audit entry", async () => {
    const [{ id }, last] = [await add(), await add({ merchantId: "2" })];
    await add({ currency: "USD" });
    await disableTerminalOrThrow(id);
    const before = await auditEntries(100);
    await expect(disableTerminalOrThrow(id)).rejects.toThrow("The terminal is disabled already.");
    await expect(disableTerminalOrThrow("nothing")).rejects.toThrow("Unknown terminal: nothing.");
    await expect(disableTerminalOrThrow(last.id)).rejects.toThrow(
      "It is the last active terminal for TTD in TT: add another one first, or refuse payments there with --even-last.",
    );
    expect([await auditEntries(100), await orderOf()]).toEqual([before, [last.id]]);
  });

  it("of the last two terminals that are disabled in parallel, one stays", async () => {
    const ids = [(await add()).id, (await add({ merchantId: "2" })).id];
    const results = await Promise.allSettled(ids.map((id) => disableTerminalOrThrow(id)));
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await orderOf()).toHaveLength(1);
  });

  it("the database keeps the credentials of a terminal that an attempt has used", async () => {
    const { id } = await add();
    await createAttempt({ terminalId: id });
    await expect(db().terminal.delete({ where: { id } })).rejects.toThrow(/foreign key/i);
    await db().attempt.deleteMany({ where: { terminalId: id } });
  });
});

describe("orderTerminals", () => {
  it("sets the order, makes a waiting terminal active, and records it", async () => {
    const [first, second] = [(await add()).id, (await add({ merchantId: "2" })).id];
    const waiting = (await add({ merchantId: "3" })).id;
    await db().terminal.update({ where: { id: waiting }, data: { position: 0 } });
    expect(await orderOf()).toEqual([first, second]);
    await orderTerminals([second, waiting, first]);
    expect(await orderOf()).toEqual([second, waiting, first]);
    const detail = { platform: "TT", currency: "TTD", order: [second, waiting, first].join(" ") };
    expect(await auditEntries(1)).toMatchObject([{ action: "terminals.ordered", detail }]);
  });

  it("refuses a list with one sentence, and stores nothing", async () => {
    const [first, second] = [(await add()).id, (await add({ merchantId: "2" })).id];
    const usd = (await add({ currency: "USD" })).id;
    const disabled = (await add({ merchantId: "3" })).id;
    await disableTerminalOrThrow(disabled);
    const before = (await auditEntries(100)).length;
    const refused: [string[], string][] = [
      [[], "The order must name at least one terminal."],
      [[second], `The order must also name ${first}, or disable it first.`],
      [[second, first, second], "The order must name each terminal once."],
      [[second, first, "nothing"], "Unknown terminal: nothing."],
      [[second, first, usd], `${second} is for TTD in TT, but ${usd} is for USD in TT: order each platform and`],
      [[disabled, second, first], `Terminal ${disabled} is disabled.`],
    ];
    for (const [ids, sentence] of refused) await expect(orderTerminals(ids)).rejects.toThrow(sentence);
    expect([await orderOf(), (await auditEntries(100)).length]).toEqual([[first, second], before]);
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
