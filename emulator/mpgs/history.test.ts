import { describe, expect, it } from "vitest";
import { startForTests } from "@/emulator/testing/start-for-tests";
import { readCsvLines } from "@/lib/kit/text/csv";
import type { Dials } from "./dials";
import { mpgsEmulator } from "./emulator";
import { liveCards } from "./testing/live-cards";
import { Merchant } from "./testing/merchant";

const emulator = await startForTests(mpgsEmulator);
const merchant = new Merchant(emulator.baseAddress);
const minute = 60_000;

const columns = ["order.id", "transaction.id", "transaction.type", "transaction.amount", "result", "order.status"];

/** The history of the last hour until `endMs` from now. */
async function history(password = merchant.profile.reportingPassword, endMs = minute) {
  const date = (ms: number) => new Date(Date.now() + ms).toISOString();
  const query = new URLSearchParams({
    "timeOfRecord.start": date(-60 * minute),
    "timeOfRecord.end": date(endMs),
    columns: columns.join(","),
    columnHeaders: columns.map((name) => name.toUpperCase()).join(","),
  });
  const url = `${emulator.baseAddress}history/version/1/merchant/${merchant.profile.id}/transaction?${query}`;
  const response = await fetch(url, { headers: merchant.credentials(password) });
  const [heads, ...rows] = readCsvLines(await response.text()).map(({ cells }) => cells ?? []);
  return { status: response.status, type: response.headers.get("content-type"), heads, rows };
}

describe("the history", () => {
  it("has a row for each event with the columns of the query, also for steps of an authentication", async () => {
    const { orderId } = await merchant.buy(liveCards.frictionless);
    await merchant.refund(orderId, { "transaction.amount": "2.00" });
    const { type, heads, rows } = await history();
    expect([type, heads]).toEqual(["text/csv; charset=utf-8", columns.map((name) => name.toUpperCase())]);
    expect(rows).toEqual([
      [orderId, "auth", "AUTHENTICATION", "0.00", "SUCCESS", "AUTHENTICATION_INITIATED"],
      [orderId, "auth", "AUTHENTICATION", "12.05", "SUCCESS", "AUTHENTICATED"],
      [orderId, "pay", "PAYMENT", "12.05", "SUCCESS", "CAPTURED"],
      [orderId, "refund", "REFUND", "2.00", "SUCCESS", "PARTIALLY_REFUNDED"],
    ]);
    expect((await history(undefined, -minute)).rows).toEqual([]);
    expect(emulator.state().violations).toEqual([]);
  });

  it("refuses another password than that of the reporting service", async () => {
    expect((await history("wrong")).status).toBe(401);
    expect((await history(merchant.profile.password)).status).toBe(401);
    expect(emulator.state().violations.map(({ rule }) => rule)).toEqual(["password_of_other_service"]);
  });

  it("can repeat rows, show them late, or be missing", async () => {
    const withDials = async (dials: Partial<Dials>) => {
      emulator.reset();
      emulator.setDials(dials);
      await merchant.buy(liveCards.frictionless);
      const { status, rows } = await history();
      return [status, rows.length];
    };
    expect(await withDials({ historyRows: "repeated" })).toEqual([200, 6]);
    expect(await withDials({ historyLagMs: 10_000 })).toEqual([200, 0]);
    emulator.advanceClock(10_001);
    expect((await history()).rows).toHaveLength(3);
    expect((await withDials({ reporting: "http_401" }))[0]).toBe(401);
    expect((await withDials({ reporting: "http_403" }))[0]).toBe(403);
  });

  it("shows a payment again when it has its final result", async () => {
    emulator.setDials({ pendingPayment: "approved", finalAfterMs: 0 });
    await merchant.buy(liveCards.frictionless);
    const results = (await history()).rows.filter(([, id]) => id === "pay").map(([, , , , result]) => result);
    expect(results).toEqual(["PENDING", "SUCCESS"]);
  });
});

describe("a chargeback", () => {
  it("is recorded on the order by a command, and shown by queries and the history", async () => {
    const { orderId } = await merchant.buy(liveCards.frictionless);
    const response = await fetch(`${emulator.origin}/emulator/chargeback`, {
      method: "POST",
      body: JSON.stringify({ orderId, amount: "5.00" }),
    });
    expect(response.status).toBe(200);
    expect((await merchant.get(orderId)).body).toMatchObject({
      status: "CHARGEBACK_PROCESSED",
      chargeback: { amount: 5, currency: "TTD" },
      transaction: [{}, {}, { transaction: { type: "CHARGEBACK", amount: 5 } }],
    });
    expect((await history()).rows.at(-1)).toContain("CHARGEBACK_PROCESSED");
    expect(emulator.state().transactions).toMatchObject([{ chargeback: "5.00", chargeCount: 1 }]);
  });

  it("needs a captured order and an amount", async () => {
    const { orderId } = await merchant.prepare(liveCards.frictionless);
    const run = (fields: object) => () => emulator.run("chargeback", { ...fields });
    expect(run({ orderId, amount: "1.00" })).toThrow("orderId");
    const { orderId: paid } = await merchant.buy(liveCards.frictionless);
    expect(run({ orderId: paid, amount: 1 })).toThrow("amount");
    expect(() => emulator.run("toString", {})).toThrow("There is no command toString.");
  });
});
