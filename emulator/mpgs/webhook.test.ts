import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, it } from "vitest";
import { startForTests } from "@/emulator/testing/start-for-tests";
import { mpgsEmulator } from "./emulator";
import { liveCards } from "./testing/live-cards";
import { Merchant } from "./testing/merchant";

const emulator = await startForTests(mpgsEmulator);
const merchant = new Merchant(emulator.baseAddress);

let received: { secret: unknown; event: string }[] = [];
const shop = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { transaction, result } = JSON.parse(Buffer.concat(chunks).toString());
  received.push({ secret: request.headers["x-notification-secret"], event: `${transaction.type} ${result}` });
  response.end();
});
await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
const notificationUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;

beforeEach(() => {
  received = [];
});
afterAll(() => new Promise((resolve) => shop.close(resolve)));

/** Authenticates and pays. Each of the three steps is an event. */
async function buy(): Promise<void> {
  const payment = await merchant.begin(liveCards.frictionless);
  await merchant.initiate(payment, { "order.notificationUrl": notificationUrl });
  await merchant.authenticate(payment);
  await merchant.pay(payment);
}
const events = () => received.map(({ event }) => event);
const arrived = (count: number) => expect.poll(() => received.length, { interval: 5 }).toBe(count);
const authenticated = "AUTHENTICATION SUCCESS";

it("posts each event with the profile's secret to the address that the order names", async () => {
  await buy();
  await arrived(3);
  expect(events().toSorted()).toEqual([authenticated, authenticated, "PAYMENT SUCCESS"]);
  expect(new Set(received.map(({ secret }) => secret))).toEqual(new Set([merchant.profile.notificationSecret]));
});

it("posts events twice, or with a wrong secret, as the dial says", async () => {
  emulator.setDials({ webhook: "repeated" });
  await buy();
  await arrived(6);
  received = [];
  emulator.setDials({ webhook: "wrong_secret" });
  await buy();
  await arrived(3);
  expect(new Set(received.map(({ secret }) => secret))).toEqual(new Set(["wrong"]));
});

it("posts the later one of two events first, as the dial says", async () => {
  const payment = await merchant.begin(liveCards.frictionless);
  await merchant.initiate(payment);
  await merchant.authenticate(payment);
  emulator.setDials({ webhook: "disordered" });
  await merchant.pay(payment, { "order.notificationUrl": notificationUrl });
  await merchant.refund(payment.orderId);
  await arrived(2);
  expect(events()).toEqual(["REFUND SUCCESS", "PAYMENT SUCCESS"]);
});

it("posts nothing to an address that is not on this machine", async () => {
  const payment = await merchant.prepare(liveCards.frictionless);
  const { body } = await merchant.pay(payment, { "order.notificationUrl": "https://shop.example/" });
  expect([body.result, received]).toEqual(["SUCCESS", []]);
});
