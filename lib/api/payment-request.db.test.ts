import { afterEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { requestPaymentEndpoint } from "@/lib/checkout/contract";
import { db } from "@/lib/db/client";
import { listenerHeaders } from "@/lib/http/message/headers";
import { newUlid } from "@/lib/kit/ids";
import { writeRequests } from "@/lib/request-log/request-log";
import { openShop } from "@/tests/support/in-process/checkout";
import { paymentRequest } from "./payment-request";

const { schema } = requestPaymentEndpoint.success;
afterEach(async () => {
  vi.restoreAllMocks();
  // Writes all buffered log rows now, because the next test file uses another database.
  await writeRequests();
});

async function send(key?: string) {
  const { accountNumber } = await openShop();
  const body = JSON.stringify({
    account_number: accountNumber,
    country_code: "TT",
    currency: "TTD",
    email: "ada@example.com",
    environment: "sandbox",
    fee_structure: "customer_pay",
    method: "credit_card_co",
    order_id: newUlid(),
    origin: "checked",
    response_url: "https://shop.example/return",
    total: "10.00",
  });
  const headers = {
    "content-type": "application/json",
    [listenerHeaders.clientAddress]: "203.0.113.9",
    ...(key && { "idempotency-key": key }),
  };
  const request = new Request("http://localhost/plugins/payments/request", { method: "POST", headers, body });
  const response = await paymentRequest.handle(request, { params: Promise.resolve({}) });
  const sessions = await db().checkoutSession.count({ where: { accountNumber } });
  return { status: response.status, body: await response.json(), sessions };
}

it("checks the answer to a payment request against its contract and drops fields that the contract does not name", async () => {
  const { safeParse } = z.object({ url: z.string(), message: z.string() });
  vi.spyOn(schema, "safeParse").mockImplementation(safeParse as typeof schema.safeParse);
  const { status, body } = await send();
  expect([status, Object.keys(body)]).toEqual([200, ["url", "message"]]);
});

it("answers 500 in the payment request's three fields when the use-case breaks the contract", async () => {
  const { safeParse } = z.object({ url: z.literal("nowhere") });
  vi.spyOn(schema, "safeParse").mockImplementation(safeParse as typeof schema.safeParse);
  const failed = { url: "", message: "Internal Server Error", transaction_id: "" };
  expect(await send()).toMatchObject({ status: 500, body: failed });
  expect(await send(newUlid())).toEqual({ status: 500, body: failed, sessions: 0 });
});
