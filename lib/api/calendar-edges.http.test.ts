import { beforeAll, describe, expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import { day, minute, now } from "@/lib/kit/clock";
import { type Merchant, newKey, newMerchant } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";
import { act, moveClock, openCheckout, pay } from "@/tests/support/http/payments";
import { newEndpoint } from "@/tests/support/http/webhooks";

/** Tests dates at the edges of the years 0001 to 9999, which a time zone may move out of this range. */
const { roomy } = inject("product");
const [beforeAllYears, afterAllYears] = ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"];
const [firstMoment, lastMoment] = ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"];

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
});

const api = (method: string, path: string, json?: object) =>
  call(roomy, method, `/api${path}`, { token: merchant.token, ...(json && { json }) });

describe("a timestamp outside the years 0001 to 9999 is refused with 400, and the first and last one are accepted", () => {
  it("in the since parameter of the events", async () => {
    const list = async (since: string) =>
      (await api("GET", `/user/events?environment=sandbox&since=${encodeURIComponent(since)}`)).status;
    expect([await list(beforeAllYears), await list(afterAllYears)]).toEqual([400, 400]);
    expect([await list(firstMoment), await list(lastMoment)]).toEqual([200, 200]);
  });

  it("in the since field of a resend", async () => {
    const owner = { accountNumber: merchant.accountNumber, environment: "sandbox" } as const;
    const { id } = await newEndpoint(owner, "https://hooks.shop.example/in");
    const resend = async (since: string) => (await api("POST", `/user/webhooks/${id}/resend`, { since })).status;
    expect([await resend(beforeAllYears), await resend(afterAllYears)]).toEqual([400, 400]);
    expect([await resend(firstMoment), await resend(lastMoment)]).toEqual([200, 200]);
  });

  it("in the expires_at field of an API key", async () => {
    const { kid } = await newKey(merchant, ["svc-user-retrieve"]);
    const create = (expires: string) =>
      api("POST", "/user/api-keys", {
        name: "Test",
        environment: "sandbox",
        scopes: ["svc-user-retrieve"],
        expires_at: expires,
      });
    const change = (expires: string) => api("PATCH", `/user/api-keys/${kid}`, { expires_at: expires });
    for (const send of [create, change]) {
      for (const moment of [beforeAllYears, afterAllYears]) expect((await send(moment)).status).toBe(400);
      expect((await send(lastMoment)).body.data.expires_at).toBe("9999-12-31T23:59:59.000Z");
    }
    expect((await api("GET", "/user/api-keys")).status).toBe(200);
  });
});

it.each(["transactions", "withdrawals"])(
  "the list of %s accepts the first and the last day as filters",
  async (list) => {
    for (const days of ["start_date=0001-01-01&end_date=9999-12-31", "end_date=0001-01-01", "start_date=9999-12-31"]) {
      expect((await api("GET", `/${list}/?environment=sandbox&${days}`)).status).toBe(200);
    }
    for (const date of ["0000-12-31", "10000-01-01"]) {
      expect((await api("GET", `/${list}/?environment=sandbox&start_date=${date}`)).status).toBe(400);
    }
  },
);

describe("a sandbox clock", () => {
  const latest = new Date("9999-01-01T00:00:00Z").getTime();
  const setTime = (transactionId: string, time: number) =>
    db().checkoutSession.update({
      where: { transactionId },
      data: { clockOffsetMs: BigInt(time - now().getTime()) },
    });
  const retrieve = async (transactionId: string) =>
    (await api("GET", `/transactions/${transactionId}?environment=sandbox`)).body.data;

  it("cannot move past the start of the year 9999, and its session continues", async () => {
    const { token, transactionId } = await openCheckout(merchant.accountNumber);
    await setTime(transactionId, latest - 29 * day);
    const message = "The advance ms may not move the session's time past 9999-01-01T00:00:00Z.";
    const advance = (milliseconds: number) => moveClock(token, { advance_ms: milliseconds });
    expect(await advance(30 * day)).toMatchObject({
      status: 400,
      body: { message, errors: { advance_ms: [message] } },
    });
    expect((await advance(28 * day)).status).toBe(200);
    expect((await advance(30 * day)).status).toBe(400);
    expect((await moveClock(token, { stopped: true })).status).toBe(200);
    expect((await act(token, "state")).body).toMatchObject({ state: "finalised", result: { status: "failed" } });
    expect(await retrieve(transactionId)).toMatchObject({ status: "failed" });
  });

  it("lets a payment be refunded just before the year 9999", async () => {
    const { token, transactionId } = await openCheckout(merchant.accountNumber);
    await pay(token, "4111111111111111");
    await setTime(transactionId, latest - minute);
    const refund = { environment: "sandbox", amount: "1.00" };
    expect((await api("POST", `/transactions/${transactionId}/refund`, refund)).status).toBe(201);
    await expect.poll(async () => (await retrieve(transactionId)).refund?.status, { timeout: 20_000 }).toBe("refunded");
  });
});
