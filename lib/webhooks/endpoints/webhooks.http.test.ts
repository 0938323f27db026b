import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { webhookEvents } from "@/lib/api/webhook-events";
import { day, later, minute, now } from "@/lib/kit/clock";
import { newUlid, newUuid } from "@/lib/kit/ids";
import { type Merchant, newKey, newMerchant } from "@/tests/support/http/accounts";
import { call, type Reply } from "@/tests/support/http/client";
import { saying, startReceiver } from "@/tests/support/http/receiver";
import { happen } from "@/tests/support/http/webhooks";

const { roomy, production } = inject("product");
type Credential = { token?: string; key?: string };
const api = (who: Credential, method: string, path: string, json?: unknown): Promise<Reply> =>
  call(roomy, method, `/api/user${path}`, {
    ...(who.key ? { key: who.key } : { token: who.token ?? "" }),
    ...(json !== undefined && { json }),
  });
const create = (who: Credential, fields: object = {}) =>
  api(who, "POST", "/webhooks", {
    url: "https://hooks.shop.example/in",
    events: ["*"],
    environment: "sandbox",
    ...fields,
  });
const answerOf = async (reply: Promise<Reply>) => {
  const { status, body } = await reply;
  return [status, body.message];
};
const invalidId = [400, "The selected id is invalid."];
const missing = [404, "Not Found"];
const disabled = [409, "The endpoint is disabled. Enable it first."];

let merchant: Merchant;
let other: Merchant;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  [merchant, other, receiver] = await Promise.all([newMerchant(), newMerchant(), startReceiver()]);
});
afterAll(() => receiver.close());

const sandboxOf = ({ accountNumber }: Merchant) => ({ accountNumber, environment: "sandbox" as const });
const requestsOf = (id: string) => receiver.received.filter(({ headers }) => headers["webhook-id"] === id);
const patiently = { timeout: 20_000, interval: 50 };

describe("webhook endpoints", () => {
  it("are created, listed, retrieved, changed and deleted, and show their secret once", async () => {
    const created = await create(merchant, { events: ["payment.success", "payment.failed"] });
    const { id } = created.body.data;
    expect([created.status, created.body]).toEqual([
      201,
      {
        message: "Created",
        data: {
          id: expect.stringMatching(/^[0-9A-Z]{26}$/),
          url: "https://hooks.shop.example/in",
          events: ["payment.success", "payment.failed"],
          environment: "sandbox",
          secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
        },
      },
    ]);
    const { secret: _secret, ...shown } = created.body.data;
    const record = {
      ...shown,
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
      previous_secret_expires_at: null,
      last_delivered_at: null,
      created_at: expect.stringMatching(/Z$/),
      second_signature: null,
      signature_header: null,
      timestamp_header: null,
      event_header: null,
      id_header: null,
      version_header: null,
    };
    expect((await api(merchant, "GET", `/webhooks/${id}`)).body).toEqual({ message: "OK", data: record });
    expect((await api(merchant, "GET", "/webhooks")).body).toEqual({ message: "OK", data: [record] });
    expect((await api(merchant, "GET", "/webhooks?environment=live")).body.data).toEqual([]);
    const change = { url: "https://hooks.shop.example:8443/other?a=b", events: "withdrawal.held *", enabled: "0" };
    const changed = { ...record, url: change.url, events: ["*"], enabled: false, disabled_at: record.created_at };
    expect((await api(merchant, "PATCH", `/webhooks/${id}`, change)).body.data).toEqual(changed);
    expect((await api(merchant, "PATCH", `/webhooks/${id}`, { enabled: true })).body.data).toEqual({
      ...changed,
      enabled: true,
      disabled_at: null,
    });
    expect(await answerOf(api(merchant, "DELETE", `/webhooks/${id}`))).toEqual([200, "OK"]);
    expect(await answerOf(api(merchant, "GET", `/webhooks/${id}`))).toEqual(missing);
    expect((await api(merchant, "GET", "/webhooks")).body.data).toEqual([]);
  });

  const onInternet = "The url must be an https address on the internet, on port 443 or 8443.";
  const named = (word: string) => `The events must be names of events, or * for all: «${word}» is none.`;
  it.each([
    ["no url", { url: "" }, "The url field is required."],
    ["plain http", { url: "http://hooks.shop.example/in" }, onInternet],
    ["another port", { url: "https://hooks.shop.example:8080/in" }, onInternet],
    ["a private address", { url: "https://10.0.0.1/in" }, onInternet],
    ["an internal host name", { url: "https://intranet/in" }, onInternet],
    ["a password", { url: "https://me:secret@hooks.shop.example/in" }, onInternet],
    [
      "a long url",
      { url: `https://h.example/${"x".repeat(2048)}` },
      "The url may not be greater than 2048 characters.",
    ],
    ["no events", { events: undefined }, "The events field is required."],
    ["an empty list", { events: [] }, "The events must name at least one event."],
    ["an unknown event", { events: ["payment.success", "payment.paid"] }, named("payment.paid")],
    ["an unknown event beside *", { events: ["*", "Payment.success"] }, named("Payment.success")],
    ["a long unknown event", { events: ["x".repeat(500)] }, named("x".repeat(64))],
    ["an unknown environment", { environment: "test" }, "The environment must be one of live, sandbox."],
  ])("are refused with %s", async (_case, fields, message) => {
    expect(await answerOf(create(merchant, fields))).toEqual([400, message]);
  });

  it("must have a public address in production, and may be on the same machine in development", async () => {
    const { key } = await newKey(merchant, ["svc-user-create", "svc-transactions-retrieve"]);
    const json = { url: receiver.url, events: ["payment.success"] };
    expect(await answerOf(call(production, "POST", "/api/user/webhooks", { key, json }))).toEqual([400, onInternet]);
    const { body } = await create({ key }, { ...json, environment: undefined });
    expect(body.data).toMatchObject({ url: receiver.url, environment: "sandbox" });
  });

  it("are refused to a credential that may not read the records of their events, and such events stay hidden", async () => {
    const owner = await newMerchant();
    const { id } = (await create(owner, { events: ["withdrawal.held"] })).body.data;
    await happen(sandboxOf(owner), "moved", "withdrawal.held");
    const { key } = await newKey(owner, ["svc-user-all", "svc-transactions-retrieve"]);
    expect(await answerOf(create({ key }))).toEqual([
      403,
      "These events carry records that need further scopes: svc-trusted-cards-retrieve, svc-withdrawals-retrieve.",
    ]);
    const refused = [403, "These events carry records that need further scopes: svc-withdrawals-retrieve."];
    const moved = { url: "https://hooks.shop.example/new" };
    expect(await answerOf(api({ key }, "PATCH", `/webhooks/${id}`, moved))).toEqual(refused);
    expect(await answerOf(api({ key }, "GET", "/events?event=withdrawal.held"))).toEqual(refused);
    expect((await api({ key }, "GET", "/events")).body.data).toEqual([]);
    expect((await api({ key }, "GET", `/webhooks/${id}/deliveries`)).body.meta.total).toBe(0);
    expect((await api(owner, "GET", `/webhooks/${id}/deliveries`)).body.meta.total).toBe(1);
  });

  it("are limited to twenty per environment, also when many are created at once", async () => {
    const owner = await newMerchant();
    const replies = await Promise.all(Array.from({ length: 22 }, () => create(owner)));
    const [full] = replies.filter(({ status }) => status !== 201);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(full).toMatchObject({ status: 409, body: { message: expect.stringContaining("at most 20 endpoints") } });
    expect((await create(owner, { environment: "live" })).status).toBe(201);
    const { id } = replies.find(({ status }) => status === 201)?.body.data ?? {};
    await api(owner, "DELETE", `/webhooks/${id}`);
    expect((await create(owner)).status).toBe(201);
  });

  it("of other accounts and other environments answer like missing ones", async () => {
    const { id } = (await create(merchant)).body.data;
    await api(merchant, "POST", `/webhooks/${id}/test`);
    const [{ id: delivery, ...rest }] = (await api(merchant, "GET", `/webhooks/${id}/deliveries`)).body.data;
    const one = await api(merchant, "GET", `/webhooks/${id}/deliveries/${delivery}`);
    expect(one.body.data).toMatchObject({ id: delivery, event_id: rest.event_id, body: rest.body });
    const liveKey = await newKey(merchant, ["svc-user-all"], { environment: "live" });
    const strangers = [other, liveKey].map((who) => [who, id] as const);
    for (const [who, given] of [...strangers, [merchant, newUlid()], [merchant, "x"]] as const) {
      for (const method of ["GET", "DELETE"]) {
        expect(await answerOf(api(who, method, `/webhooks/${given}`))).toEqual(missing);
      }
      expect(await answerOf(api(who, "PATCH", `/webhooks/${given}`, { enabled: false }))).toEqual(missing);
      for (const path of ["deliveries", `deliveries/${delivery}`]) {
        expect(await answerOf(api(who, "GET", `/webhooks/${given}/${path}`))).toEqual(missing);
      }
      for (const action of ["test", "rotate", "resend", `deliveries/${delivery}/resend`]) {
        const body = { since: "2026-01-01T00:00:00Z" };
        expect(await answerOf(api(who, "POST", `/webhooks/${given}/${action}`, body))).toEqual(invalidId);
      }
    }
    for (const given of [newUuid(), "x"]) {
      const reply = api(merchant, "POST", `/webhooks/${id}/deliveries/${given}/resend`);
      expect(await answerOf(reply)).toEqual([400, "The selected delivery id is invalid."]);
    }
    expect((await api(liveKey, "GET", "/webhooks")).body.data).toEqual([]);
    const refused = [403, "This key acts on live only."];
    expect(await answerOf(api(liveKey, "GET", "/webhooks?environment=sandbox"))).toEqual(refused);
  });
});

describe("a delivery", () => {
  /** Sends a test event. Returns for each secret whether it verifies the signature. */
  const verifiedBy = async (id: string, ...secrets: string[]) => {
    const { event_id: event } = (await api(merchant, "POST", `/webhooks/${id}/test`)).body.data;
    await expect.poll(() => requestsOf(event), patiently).toHaveLength(1);
    const { body, headers } = requestsOf(event)[0] ?? { body: "", headers: {} };
    return secrets.map((secret) => {
      try {
        return Boolean(new Webhook(secret).verify(body, headers as Record<string, string>));
      } catch {
        return false;
      }
    });
  };
  const rotate = async (id: string, overlap?: number) => {
    const { status, body } = await api(merchant, "POST", `/webhooks/${id}/rotate`, { overlap_seconds: overlap });
    expect(status).toBe(201);
    return body.data;
  };

  it("verifies with the Standard Webhooks library, with two secrets during a rotation and the new one after it", async () => {
    const { id, secret } = (await create(merchant, { url: receiver.url, events: ["withdrawal.held"] })).body.data;
    expect(await verifiedBy(id, secret)).toEqual([true]);
    const next = await rotate(id);
    expect(Date.parse(next.previous_secret_expires_at) - now().getTime()).toBeGreaterThan(day - minute);
    expect(await verifiedBy(id, secret, next.secret)).toEqual([true, true]);
    const third = await rotate(id, 60);
    expect(await verifiedBy(id, secret, next.secret, third.secret)).toEqual([false, true, true]);
    const fourth = await rotate(id, 0);
    expect(fourth.previous_secret_expires_at).toBeNull();
    expect(await verifiedBy(id, third.secret, fourth.secret)).toEqual([false, true]);
    const tooLong = [400, "The overlap seconds must be between 0 and 2592000."];
    expect(await answerOf(api(merchant, "POST", `/webhooks/${id}/rotate`, { overlap_seconds: 2_592_001 }))).toEqual(
      tooLong,
    );
  });

  it("and its attempts can be listed, filtered and resent under the same id", async () => {
    const owner = await newMerchant();
    const { id } = (await create(owner, { url: receiver.url, events: ["payment.success"] })).body.data;
    const { event_id: event } = (await api(owner, "POST", `/webhooks/${id}/test`)).body.data;
    await happen(sandboxOf(owner), "an-order");
    await happen(sandboxOf(owner), "another-order", "payment.failed");
    const list = async (query = "") => (await api(owner, "GET", `/webhooks/${id}/deliveries${query}`)).body;
    await expect.poll(async () => (await list("?status=delivered")).meta.total, patiently).toBe(2);
    const [newest, first] = (await list()).data;
    expect(newest).toMatchObject({ event: "payment.success", next_try_at: null });
    const { body = "", headers: { "webhook-signature": signature } = {} } = requestsOf(event)[0] ?? {};
    expect(first).toEqual({
      id: expect.any(String),
      event_id: event,
      event: "webhook.test",
      status: "delivered",
      next_try_at: null,
      created_at: expect.any(String),
      body,
      tries: [
        {
          at: expect.any(String),
          duration_ms: expect.any(Number),
          url: receiver.url,
          request_headers: expect.objectContaining({ "webhook-id": event, "webhook-signature": signature }),
          status: 204,
          response: "",
          error: null,
        },
      ],
    });
    const test = webhookEvents.find(({ name }) => name === "webhook.test");
    expect(test?.schema.parse(JSON.parse(body)).data).toEqual({ webhook_id: id });
    expect((await list("?event=webhook.test&page_size=1")).data.map(({ id }: typeof first) => id)).toEqual([first.id]);
    expect((await list("?status=failed")).data).toEqual([]);
    expect(await list("?page=2&page_size=1")).toMatchObject({ data: [{ id: first.id }], meta: { total: 2 } });
    expect(await list("?status=lost")).toMatchObject({
      message: "The status must be one of pending, delivered, failed.",
    });
    expect(await answerOf(api(owner, "POST", `/webhooks/${id}/deliveries/${first.id}/resend`))).toEqual([200, "OK"]);
    await expect.poll(() => requestsOf(event).map((request) => request.body), patiently).toEqual([body, body]);
    await expect.poll(async () => (await list("?event=webhook.test")).data[0].tries, patiently).toHaveLength(2);
  });

  it("fails when its endpoint is disabled, and is sent after the endpoint is enabled and a resend", async () => {
    const owner = await newMerchant();
    const down = await startReceiver(saying(503, { "retry-after": "3600" }, "later"));
    const { id } = (await create(owner, { url: down.url })).body.data;
    const first = (await api(owner, "GET", `/webhooks/${id}`)).body.data.created_at;
    await happen(sandboxOf(owner));
    const list = async () => (await api(owner, "GET", `/webhooks/${id}/deliveries`)).body.data;
    const statuses = async () => (await list()).map(({ status }: Reply) => status);
    await expect
      .poll(async () => (await list())[0].tries, patiently)
      .toMatchObject([{ status: 503, response: "later" }]);
    const resend = (since: string) => api(owner, "POST", `/webhooks/${id}/resend`, { since });

    await api(owner, "PATCH", `/webhooks/${id}`, { enabled: false });
    await happen(sandboxOf(owner));
    expect(await statuses()).toEqual(["failed", "failed"]);
    const [delivery] = await list();
    expect(await answerOf(resend(first))).toEqual(disabled);
    expect(await answerOf(api(owner, "POST", `/webhooks/${id}/test`))).toEqual(disabled);
    expect(await answerOf(api(owner, "POST", `/webhooks/${id}/deliveries/${delivery.id}/resend`))).toEqual(disabled);

    down.answer = saying(200, {}, "thanks");
    await api(owner, "PATCH", `/webhooks/${id}`, { enabled: true });
    expect(await statuses()).toEqual(["failed", "failed"]);
    expect((await resend(later(minute).toISOString())).body.data).toEqual({ deliveries: 0 });
    expect((await resend(first)).body).toEqual({ message: "OK", data: { deliveries: 2 } });
    await expect.poll(statuses, patiently).toEqual(["delivered", "delivered"]);
    expect(down.received).toHaveLength(3);
    expect((await api(owner, "GET", `/webhooks/${id}`)).body.data.last_delivered_at).not.toBeNull();
    expect(await answerOf(resend("yesterday"))).toEqual([
      400,
      expect.stringContaining("must be a date and time such as"),
    ]);
    down.close();
  });
});

it("lists the events of one merchant and environment, oldest first, also without an endpoint", async () => {
  const owner = await newMerchant();
  await happen(sandboxOf(owner), "one");
  await happen(sandboxOf(owner), "two", "withdrawal.held");
  await happen({ ...sandboxOf(owner), environment: "live" }, "three");
  await happen(sandboxOf(other), "four");
  type Listed = { data: { transaction_id: string } };
  const list = async (query: string) =>
    (await api(owner, "GET", `/events?${query}`)).body.data.map(({ data }: Listed) => data.transaction_id);
  const { body } = await api(owner, "GET", "/events?environment=sandbox");
  expect(body.data[1]).toEqual({
    id: expect.stringMatching(/^evt_/),
    event: "withdrawal.held",
    api_family: "main",
    occurred_at: expect.any(String),
    environment: "sandbox",
    data: { transaction_id: "two" },
    meta: { api_version: "2.0.5", account_number: owner.accountNumber },
  });
  expect(await list("environment=sandbox")).toEqual(["one", "two"]);
  expect(await list("")).toEqual(["three"]);
  expect(await list("environment=sandbox&event=withdrawal.held")).toEqual(["two"]);
  expect(await list(`environment=sandbox&since=${encodeURIComponent(body.data[1].occurred_at)}`)).toContain("two");
  expect(await list(`environment=sandbox&since=${later(minute).toISOString()}`)).toEqual([]);
  expect(await list("environment=sandbox&page=2&page_size=1")).toEqual(["two"]);
});
