import { beforeAll, expect, inject, it } from "vitest";
import { newUlid } from "@/lib/kit/ids";
import { giveOpeningBalance } from "@/lib/ledger/post";
import { type Merchant, newKey, newMerchant } from "@/tests/support/http/accounts";
import { type CallOptions, call } from "@/tests/support/http/client";
import { openCheckout, pay } from "@/tests/support/http/payments";

const { roomy } = inject("product");
let merchant: Merchant;
let paid: string;

beforeAll(async () => {
  merchant = await newMerchant();
  const { accountNumber } = merchant;
  await giveOpeningBalance({ accountNumber, environment: "sandbox", currency: "TTD" }, newUlid(), 10_000n);
  paid = await newPayment();
});

async function newPayment(): Promise<string> {
  const { token, transactionId } = await openCheckout(merchant.accountNumber);
  await pay(token, "4111111111111111");
  return transactionId;
}

const trigger = (transactionId: string, event: string, options: CallOptions = { token: merchant.token }) =>
  call(roomy, "POST", `/api/sandbox/transactions/${transactionId}/events`, { json: { event }, ...options });

it("a merchant can trigger chargebacks and fraud, and gets the record", async () => {
  const { key } = await newKey(merchant, ["svc-transactions-refund-request"]);
  const opened = await trigger(paid, "payment.chargeback_opened", { key });
  expect(opened).toMatchObject({
    status: 200,
    body: { message: "OK", data: { transaction_id: paid, chargeback: { status: "open", total: "12.05" } } },
  });
  const fraud = await trigger(paid, "payment.fraud_confirmed");
  expect(fraud).toMatchObject({ status: 200, body: { data: { fraud_confirmed_at: expect.stringMatching(/Z$/) } } });
  const won = await trigger(paid, "payment.chargeback_won");
  expect(won.body.data.chargeback).toEqual({ ...opened.body.data.chargeback, status: "won" });
  const read = await call(roomy, "GET", `/api/transactions/${paid}?environment=sandbox`, { token: merchant.token });
  expect(read.body).toEqual(won.body);
});

it.each([
  ["payment.refunded", "refunded"],
  ["payment.refund_rejected", "rejected"],
])("the worker processes the triggered %s", async (event, status) => {
  const transactionId = await newPayment();
  const { body } = await trigger(transactionId, event);
  expect(body.data.refund).toMatchObject({ total: "12.05" });
  const read = () => call(roomy, "GET", `/api/transactions/${transactionId}?environment=sandbox`, merchant);
  await expect.poll(async () => (await read()).body.data.refund.status, { timeout: 20_000 }).toBe(status);
});

it("impossible events, other events and live keys are refused", async () => {
  const transactionId = await newPayment();
  expect(await trigger(transactionId, "payment.chargeback_won")).toMatchObject({
    status: 409,
    body: { message: "There is no chargeback of this transaction." },
  });
  for (const [event, message] of [
    ["payment.success", expect.stringMatching(/^The event must be one of payment.chargeback_opened, payment./)],
    ["", "The event field is required."],
  ]) {
    expect(await trigger(transactionId, event)).toMatchObject({
      status: 400,
      body: { message, errors: { event: [message] } },
    });
  }
  const { key } = await newKey(merchant, ["svc-transactions-refund-request"], { environment: "live" });
  expect(await trigger(transactionId, "payment.fraud_confirmed", { key })).toMatchObject({
    status: 403,
    body: { message: "This key acts on live only." },
  });
});

it("another merchant's transaction answers like an unknown one", async () => {
  const other = await newMerchant();
  const answers = [
    await trigger(paid, "payment.fraud_confirmed", { token: other.token }),
    await trigger(`SB-${newUlid()}`, "payment.fraud_confirmed"),
    await trigger(newUlid(), "payment.refunded"),
    await trigger("x", "payment.refunded"),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 400, body: { message: "The selected transaction id is invalid." } });
  }
});
