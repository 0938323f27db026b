import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import { type Merchant, newMerchant } from "@/tests/support/http/accounts";
import { call, type Reply } from "@/tests/support/http/client";
import { act, open, signIn } from "@/tests/support/http/dashboard";
import { startReceiver } from "@/tests/support/http/receiver";

const { roomy } = inject("product");
const patiently = { timeout: 20_000, interval: 50 };

let merchant: Merchant;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  [merchant, receiver] = await Promise.all([newMerchant(), startReceiver()]);
});
afterAll(() => receiver.close());

const api = (method: string, path: string, json?: unknown): Promise<Reply> =>
  call(roomy, method, `/api/user/webhooks${path}`, { token: merchant.token, ...(json !== undefined && { json }) });
const create = (fields: object) =>
  api("POST", "", { url: receiver.url, events: ["withdrawal.held"], environment: "sandbox", ...fields });
const answerOf = async (reply: Promise<Reply>) => {
  const { status, body } = await reply;
  return [status, body.message];
};
const recordOf = async (id: string) => (await api("GET", `/${id}`)).body.data;
const unset = {
  second_signature: null,
  signature_header: null,
  timestamp_header: null,
  event_header: null,
  id_header: null,
  version_header: null,
};
const whole = {
  second_signature: "timestamp_body",
  signature_header: "X-Shop-Signature",
  timestamp_header: "X-Shop-Timestamp",
  event_header: "X-Shop-Event",
  id_header: "X-Shop-Delivery",
};

/** Sends a test event and returns the request that the receiver got. */
async function deliver(id: string) {
  const { event_id: event } = (await api("POST", `/${id}/test`)).body.data;
  const arrived = () => receiver.received.find(({ json }) => json.id === event);
  await expect.poll(arrived, patiently).toBeDefined();
  const { headers, body } = arrived() ?? { headers: {}, body: "" };
  return { event, headers: headers as Record<string, string>, body };
}
const signatureBy = (secret: string, content: string) =>
  `sha256=${createHmac("sha256", secret).update(content).digest("hex")}`;

describe("the second signature of an endpoint", () => {
  it("is off by default, and its fields are in the record", async () => {
    const plain = (await create({})).body.data;
    expect(await recordOf(plain.id)).toMatchObject(unset);
    const signed = (await create(whole)).body.data;
    expect(await recordOf(signed.id)).toMatchObject(whole);
    const listed = (await api("GET", "")).body.data;
    expect(listed).toEqual(expect.arrayContaining([expect.objectContaining({ id: signed.id, ...whole })]));
  });

  it("is changed by PATCH with JSON or a form, and none removes it with all its headers", async () => {
    const { id } = (await create({})).body.data;
    const form = { second_signature: "body", signature_header: "X-Hub-Signature-256" };
    const changed = await call(roomy, "PATCH", `/api/user/webhooks/${id}`, { token: merchant.token, form });
    expect(changed.body.data).toMatchObject({ ...unset, ...form });
    expect((await api("PATCH", `/${id}`, whole)).body.data).toMatchObject(whole);
    expect((await api("PATCH", `/${id}`, { enabled: true })).body.data).toMatchObject(whole);
    const more = { id_header: "X-Id", version_header: "X-Version" };
    expect((await api("PATCH", `/${id}`, more)).body.data).toMatchObject({ ...whole, ...more });
    expect((await api("PATCH", `/${id}`, { second_signature: "none" })).body.data).toMatchObject(unset);
    expect(await recordOf(id)).toMatchObject(unset);
    const where = { accountNumber: merchant.accountNumber, action: "webhook.changed", subject: id };
    const entries = await db().auditEntry.findMany({ where, orderBy: { sequence: "asc" } });
    expect(entries.at(1)?.detail).toMatchObject(whole);
    expect(entries.at(-1)?.detail).toMatchObject({ second_signature: null });
  });

  const wrongName = "must be a header name such as X-Shop-Signature.";
  it.each([
    [{ second_signature: "sha1" }, "The second signature must be one of none, body, timestamp_body."],
    [{ second_signature: "body" }, "The signature header field is required."],
    [{ ...whole, timestamp_header: "" }, "The timestamp header field is required."],
    [{ signature_header: "X-Sig" }, "The second signature field is required."],
    [{ ...whole, signature_header: "Signature" }, `The signature header ${wrongName}`],
    [{ ...whole, signature_header: "webhook-signature" }, `The signature header ${wrongName}`],
    [{ ...whole, event_header: "X-Bad\r\nX-Injected: 1" }, `The event header ${wrongName}`],
    [{ ...whole, id_header: "X-" }, `The id header ${wrongName}`],
    [{ ...whole, id_header: `X-${"a".repeat(61)}` }, "The id header may not be greater than 62 characters."],
    [{ ...whole, id_header: "X-SHOP-EVENT" }, "The id header must differ from the other headers."],
    [{ ...whole, version_header: "X-Shop-Event" }, "The version header must differ from the other headers."],
    [{ version_header: "X-Shop-Version" }, "The second signature field is required."],
    [{ ...whole, id_header: "X-Request-Id" }, "The id header must not be a header of the Tradewind API."],
  ])("is refused with %j", async (fields, message) => {
    expect(await answerOf(create(fields))).toEqual([400, message]);
    const { id } = (await create({})).body.data;
    expect(await answerOf(api("PATCH", `/${id}`, fields))).toEqual([400, message]);
    await api("DELETE", `/${id}`);
  });

  it("over timestamp and body is sent beside the Standard Webhooks signature, and shown with the delivery", async () => {
    const { id, secret } = (await create(whole)).body.data;
    const { event, headers, body } = await deliver(id);
    const timestamp = headers["webhook-timestamp"] ?? "";
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ id: event });
    expect(headers).toMatchObject({
      "x-shop-signature": signatureBy(secret, `${timestamp}.${body}`),
      "x-shop-timestamp": timestamp,
      "x-shop-event": "webhook.test",
      "x-shop-delivery": event,
    });
    const shown = async () => (await api("GET", `/${id}/deliveries`)).body.data[0];
    await expect.poll(async () => (await shown()).tries, patiently).toHaveLength(1);
    const delivery = await shown();
    expect(delivery.tries[0].request_headers).toMatchObject({
      "webhook-signature": headers["webhook-signature"],
      "X-Shop-Signature": headers["x-shop-signature"],
      "X-Shop-Timestamp": timestamp,
    });
    const page = await open(await signIn(merchant), `/dashboard/test/webhooks/${id}/deliveries/${delivery.id}`);
    expect(page.text).toContain(`X-Shop-Signature: ${headers["x-shop-signature"]}`);
  });

  it("over the body alone adds only the headers that are named", async () => {
    const named = { second_signature: "body", signature_header: "X-Shop-Signature" };
    const { id, secret } = (await create(named)).body.data;
    const { headers, body } = await deliver(id);
    expect(headers["x-shop-signature"]).toBe(signatureBy(secret, body));
    expect(Object.keys(headers).filter((name) => name.startsWith("x-"))).toEqual(["x-shop-signature"]);
    await api("PATCH", `/${id}`, { ...named, timestamp_header: "X-Time" });
    const timed = await deliver(id);
    expect(timed.headers["x-shop-signature"]).toBe(signatureBy(secret, timed.body));
    expect(timed.headers["x-time"]).toBe(timed.headers["webhook-timestamp"]);
    await api("PATCH", `/${id}`, { second_signature: "none" });
    const plain = await deliver(id);
    expect(Object.keys(plain.headers).filter((name) => name.startsWith("x-"))).toEqual([]);
  });

  it("is made by the newest secret only, while both secrets make Standard Webhooks signatures", async () => {
    const { id, secret: old } = (await create({ ...whole, second_signature: "body" })).body.data;
    const { secret: fresh } = (await api("POST", `/${id}/rotate`, {})).body.data;
    const { headers, body } = await deliver(id);
    for (const secret of [old, fresh]) expect(new Webhook(secret).verify(body, headers)).toBeDefined();
    expect(headers["x-shop-signature"]).toBe(signatureBy(fresh, body));
  });

  it("is set and removed in the dashboard", async () => {
    const browser = await signIn(merchant);
    const { id } = (await create({})).body.data;
    const fields = { id, url: receiver.url, events: "withdrawal.held", ...whole, version_header: "X-Version" };
    expect((await act(browser, "update-webhook", fields)).status).toBe(200);
    expect(await recordOf(id)).toMatchObject({ ...whole, version_header: "X-Version" });
    const emptied = { ...fields, event_header: "", id_header: "", version_header: "" };
    expect((await act(browser, "update-webhook", emptied)).status).toBe(200);
    expect(await recordOf(id)).toMatchObject({ ...whole, event_header: null, id_header: null, version_header: null });
    expect((await act(browser, "update-webhook", { ...fields, second_signature: "none" })).status).toBe(200);
    expect(await recordOf(id)).toMatchObject(unset);
  });
});
