import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { Owner } from "@/lib/http/message/caller";
import { day, now } from "@/lib/kit/clock";
import { apiVersion } from "@/lib/reference/api-version";
import { eventNames } from "@/lib/reference/events";
import { createWebhook, updateWebhook } from "@/lib/webhooks/endpoints/manage-endpoints";
import { listDeliveries, resendDelivery } from "@/lib/webhooks/inspect";
import { openTestAccount } from "@/tests/support/http/accounts";
import { saying, startReceiver } from "@/tests/support/http/receiver";
import { deliverDue, deliveriesOf, happen } from "@/tests/support/http/webhooks";
import { callerOf } from "@/tests/support/http/withdrawals";
import { movingClock } from "@/tests/support/in-process/moving-clock";

const clock = movingClock();
let owner: Owner;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeEach(async () => {
  owner = { accountNumber: (await openTestAccount()).accountNumber, environment: "sandbox" };
  receiver = await startReceiver();
});
afterEach(async () => {
  receiver.close();
  await db().webhookDelivery.deleteMany();
});

const signed = {
  second_signature: "body",
  signature_header: "X-Shop-Signature",
  event_header: "X-Shop-Event",
  id_header: "X-Shop-Id",
} as const;
const switched = { ...signed, version_header: "X-Shop-Version" };

async function listen(fields: object) {
  const chosen = { url: receiver.url, events: ["*"], environment: owner.environment, ...fields };
  return (await createWebhook(callerOf(owner.accountNumber), owner.environment, chosen)).data;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("an endpoint without a version header", () => {
  it.each([
    ["with a second signature", signed],
    ["without a second signature", {}],
  ])("%s gets the same bytes as before the header existed", async (_what, fields) => {
    const { secret } = await listen(fields);
    await happen(owner, "T1");
    await deliverDue();
    const [event] = await db().webhookEvent.findMany({ where: { accountNumber: owner.accountNumber } });
    const [request] = receiver.received;
    const id = event?.id ?? "";
    const at = now().toISOString();
    const body =
      `{"id":"${id}","event":"payment.success","api_family":"payments","occurred_at":"${at}","environment":"sandbox",` +
      `"data":{"transaction_id":"T1"},"meta":{"api_version":"${apiVersion}","account_number":"${owner.accountNumber}"}}`;
    const timestamp = String(Math.floor(now().getTime() / 1000));
    const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text);
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    expect(request?.body).toBe(body);
    expect(Object.entries(request?.headers ?? {})).toEqual([
      ["content-type", "application/json"],
      ["user-agent", `Tradewind/${apiVersion}`],
      ["webhook-id", id],
      ["webhook-timestamp", timestamp],
      ["webhook-signature", `v1,${hmac(key, `${id}.${timestamp}.${body}`).digest("base64")}`],
      ...("id_header" in fields
        ? [
            ["x-shop-signature", `sha256=${hmac(secret, body).digest("hex")}`],
            ["x-shop-event", "payment.success"],
            ["x-shop-id", id],
          ]
        : []),
      ["content-length", String(Buffer.byteLength(body))],
      ["host", new URL(receiver.url).host],
      ["connection", "keep-alive"],
    ]);
  });
});

describe("an endpoint with a version header", () => {
  it("gets every kind of event with a UUID as id in body and headers, its own name of the family, and v1", async () => {
    await listen(switched);
    for (const name of eventNames) await happen(owner, name, name);
    // Events about different records need no order, so one look delivers ten at a time.
    while ((await deliverDue()) > 0);
    expect(receiver.received).toHaveLength(eventNames.length);
    for (const { headers, json } of receiver.received) {
      expect(json.id).toMatch(uuid);
      expect([headers["webhook-id"], headers["x-shop-id"]]).toEqual([json.id, json.id]);
      expect(headers).toMatchObject({ "x-shop-version": "v1", "x-shop-event": json.event });
      expect(json.api_family).toBe("payments_api");
    }
    expect(new Set(receiver.received.map(({ json }) => json.id)).size).toBe(eventNames.length);
  });

  it("gets the same id and bytes with every attempt and resend, and the API shows them", async () => {
    receiver.answer = saying(503);
    const { id } = await listen(switched);
    await happen(owner);
    await deliverDue();
    clock.pass(day);
    receiver.answer = saying(200);
    await deliverDue();
    const [delivery] = await deliveriesOf(id);
    const caller = callerOf(owner.accountNumber);
    await resendDelivery(caller, id, delivery?.id ?? "");
    await deliverDue();
    expect(receiver.received).toHaveLength(3);
    for (const { headers } of receiver.received) expect(headers["x-shop-id"]).toBe(receiver.received[0]?.json.id);
    const [body, ...others] = new Set(receiver.received.map((request) => request.body));
    expect(others).toEqual([]);
    expect((await listDeliveries(caller, id, { page: 1, page_size: 15 })).data[0]?.body).toBe(body);
  });

  it("gets the usual envelope again once the header is removed", async () => {
    const { id } = await listen(switched);
    await updateWebhook(callerOf(owner.accountNumber), id, signed);
    await happen(owner);
    await deliverDue();
    expect(receiver.received[0]?.json).toMatchObject({ id: expect.stringMatching(/^evt_/), api_family: "payments" });
    expect(receiver.received[0]?.headers).not.toHaveProperty("x-shop-version");
  });
});
