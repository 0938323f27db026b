import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { Caller, Owner } from "@/lib/http/message/caller";
import { type Role, roleScopes } from "@/lib/reference/roles";
import type { Scope } from "@/lib/reference/scopes";
import { openTestAccount } from "@/tests/support/http/accounts";
import { refusalOf } from "@/tests/support/http/members";
import { deliveriesOf, happen, newEndpoint } from "@/tests/support/http/webhooks";
import { callerOf } from "@/tests/support/http/withdrawals";
import { createWebhook, rotateSecret, updateWebhook } from "./endpoints/manage-endpoints";
import { listDeliveries, listEvents, resendDelivery, resendFailed, retrieveDelivery, sendTestEvent } from "./inspect";

/** Tests that a credential can list, resend and subscribe to only those events whose records it may read. */
const url = "https://hooks.shop.example/in";
let owner: Owner;
let full: Caller;
let endpoint: string;

beforeEach(async () => {
  owner = { accountNumber: (await openTestAccount()).accountNumber, environment: "sandbox" };
  full = callerOf(owner.accountNumber);
  endpoint = (await newEndpoint(owner, url)).id;
  await sendTestEvent(full, endpoint);
  await happen(owner, "paid", "payment.success");
  await happen(owner, "card", "trusted_card.created");
  await happen(owner, "moved", "withdrawal.held");
});

const key = (...scopes: Scope[]): Caller => ({
  ...full,
  scopes: new Set(scopes),
  credential: { kind: "api-key", kid: "0".repeat(18), environment: "sandbox" },
});
const member = (role: Role): Caller => ({
  ...full,
  scopes: new Set(roleScopes[role]),
  credential: { kind: "member", memberId: owner.accountNumber, role, sessionId: "", environment: "sandbox" },
});
const all = ["payment.success", "trusted_card.created", "webhook.test", "withdrawal.held"];
const deliveryOf = async (type: string) =>
  (await db().webhookDelivery.findFirstOrThrow({ where: { endpointId: endpoint, event: { type } } })).id;

const readers: [string, () => Caller, string[]][] = [
  ["a token with every scope", () => full, all],
  ["a key of the user module alone", () => key("svc-user-all"), ["webhook.test"]],
  [
    "a key that reads withdrawals",
    () => key("svc-user-all", "svc-withdrawals-retrieve"),
    ["webhook.test", "withdrawal.held"],
  ],
  [
    "a key with a module's -all scope",
    () => key("svc-user-all", "svc-transactions-all"),
    ["payment.success", "webhook.test"],
  ],
  ["an owner", () => member("owner"), all],
  ["a developer", () => member("developer"), ["payment.success", "trusted_card.created", "webhook.test"]],
  ["support", () => member("support"), ["payment.success", "trusted_card.created", "webhook.test"]],
];

describe.each(readers)("%s", (_, callerOfReader, seen) => {
  const unseen = all.filter((name) => !seen.includes(name));

  it("sees the events and deliveries whose records it may read, and no others", async () => {
    const caller = callerOfReader();
    const events = await listEvents(caller, "sandbox", {});
    const deliveries = await listDeliveries(caller, endpoint, {});
    expect(events.data.map(({ event }) => event).sort()).toEqual(seen);
    expect(deliveries.data.map(({ event }) => event).sort()).toEqual(seen);
    expect([events.meta.total, deliveries.meta.total]).toEqual([seen.length, seen.length]);
    for (const name of seen) {
      expect((await retrieveDelivery(caller, endpoint, await deliveryOf(name))).data.event).toBe(name);
    }
    for (const name of unseen) {
      const retrieved = retrieveDelivery(caller, endpoint, await deliveryOf(name));
      expect(await refusalOf(retrieved)).toBe("Not Found");
    }
  });

  it("resends the deliveries that it sees, and no others", async () => {
    const caller = callerOfReader();
    for (const name of unseen) {
      const resent = resendDelivery(caller, endpoint, await deliveryOf(name));
      expect(await refusalOf(resent)).toBe("The selected delivery id is invalid.");
    }
    for (const name of seen) await resendDelivery(caller, endpoint, await deliveryOf(name));
    await db().webhookDelivery.updateMany({ where: { endpointId: endpoint }, data: { status: "failed", dueAt: null } });
    expect((await resendFailed(caller, endpoint, new Date(0))).data).toEqual({ deliveries: seen.length });
    const pending = (await deliveriesOf(endpoint)).filter(({ status }) => status === "pending");
    expect(pending).toHaveLength(seen.length);
  });
});

it("refuses a filter for an event whose record the credential may not read, and names the missing scope", async () => {
  const refusal = "These events carry records that need further scopes: svc-withdrawals-retrieve.";
  const narrow = key("svc-user-all", "svc-transactions-retrieve");
  expect(await refusalOf(listEvents(narrow, "sandbox", { event: "withdrawal.held" }))).toBe(refusal);
  expect(await refusalOf(listDeliveries(narrow, endpoint, { event: "withdrawal.held" }))).toBe(refusal);
  expect((await listEvents(narrow, "sandbox", { event: "payment.success" })).data).toHaveLength(1);
});

describe("an endpoint", () => {
  const create = (caller: Caller, events: string[]) => createWebhook(caller, "sandbox", { url, events });
  const reader = () => key("svc-user-all", "svc-transactions-retrieve");

  it("is created only with events whose records the credential may read; * needs every reading scope", async () => {
    expect((await create(reader(), ["payment.success", "webhook.test"])).data.events).toHaveLength(2);
    expect(await refusalOf(create(reader(), ["payment.success", "trusted_card.created"]))).toBe(
      "These events carry records that need further scopes: svc-trusted-cards-retrieve.",
    );
    expect(await refusalOf(create(reader(), ["*"]))).toBe(
      "These events carry records that need further scopes: svc-trusted-cards-retrieve, svc-withdrawals-retrieve.",
    );
    expect(await refusalOf(create(member("developer"), ["*"]))).toBe(
      "These events carry records that your role may not read. Ask an owner.",
    );
  });

  it("of a personal account can subscribe to * without the scope of trusted cards, which it cannot have", async () => {
    const scopes = new Set<Scope>(["svc-user-all", "svc-withdrawals-all", "svc-transactions-retrieve"]);
    const person: Caller = { ...full, accountType: "PERSONAL", scopes };
    expect((await create(person, ["*"])).data.events).toEqual(["*"]);
  });

  it("reveals its new secret only to a credential that may read all its events", async () => {
    const before = await db().webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint } });
    expect(await refusalOf(rotateSecret(key("svc-user-update"), endpoint))).not.toBe("done");
    expect(await db().webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint } })).toEqual(before);
    expect(await refusalOf(rotateSecret(full, endpoint))).toBe("done");
  });

  it("gets no new event or URL from a credential that may not read its records, and otherwise stays as it is", async () => {
    const refusal = "These events carry records that need further scopes: svc-trusted-cards-retrieve";
    const some = (await newEndpoint(owner, url, ["payment.success", "withdrawal.held"])).id;
    const change = (id: string, body: object) => refusalOf(updateWebhook(reader(), id, body));
    expect(await change(some, { events: ["payment.success", "withdrawal.held", "payment.failed"], url })).toBe("done");
    expect(await change(some, { events: ["payment.success", "trusted_card.created"] })).toBe(`${refusal}.`);
    expect(await change(some, { events: ["*"] })).toContain(refusal);
    expect(await change(some, { url: "https://evil.example/in" })).toContain("svc-withdrawals-retrieve");
    expect(await change(some, { events: ["payment.success"], url: "https://hooks.shop.example/new" })).toBe("done");
    expect(await change(endpoint, { url: "https://evil.example/in" })).toContain(refusal);
    expect(await change(endpoint, { enabled: false })).toBe("done");
    expect(await db().webhookEndpoint.findUnique({ where: { id: endpoint } })).toMatchObject({ url, events: ["*"] });
  });
});
