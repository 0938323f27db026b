import { describe, expect, it } from "vitest";
import { fitEventPayload } from "./fit-event-payload";

const bytesOf = (data: object) => Buffer.byteLength(JSON.stringify(data));
const refunds = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    refund_id: String(index).padStart(26, "0"),
    status: "refunded",
    total: "0.01",
    date: "2026-11-15T12:00:00.000Z",
  }));
/** Every other field of a record together is shorter than this. */
const others = { customer_address: "é".repeat(1200), customer_email: "a".repeat(255) };

describe("what an event carries", () => {
  it.each<[string, object]>([
    ["the longest data of letters", { ...others, data: "a".repeat(4096), refunds: [] }],
    ["the longest data of signs that take four bytes", { data: "🌴".repeat(4096), refunds: refunds(10) }],
    ["many refunds", { ...others, data: "{}", refunds: refunds(100) }],
    ["a record without either", others],
  ])("is the whole record: %s", (_, record) => {
    expect(fitEventPayload(record)).toBe(record);
  });

  it("leaves out refunds but the ten newest where all are too many, and keeps what the merchant sent along", () => {
    const record = { ...others, data: "a".repeat(4096), refunds: refunds(1000) };
    expect(fitEventPayload(record)).toEqual({ ...record, refunds: refunds(10) });
  });

  it("leaves out what the merchant sent along where JSON makes too much of it", () => {
    const record = { ...others, data: "\u0001".repeat(4096), refunds: refunds(1000) };
    const carried = fitEventPayload(record);
    expect(carried).toEqual({ ...others, data: null, refunds: refunds(10) });
    expect(bytesOf(carried)).toBeLessThan(20_000);
  });
});
