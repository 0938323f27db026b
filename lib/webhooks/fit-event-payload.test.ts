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
/** Fields that are longer than all other fields of a real record together. */
const others = { customer_address: "é".repeat(1200), customer_email: "a".repeat(255) };

describe("fitEventPayload", () => {
  it.each<[string, object]>([
    ["with the longest `data` of letters", { ...others, data: "a".repeat(4096), refunds: [] }],
    ["with the longest `data` of four-byte characters", { data: "🌴".repeat(4096), refunds: refunds(10) }],
    ["with many refunds", { ...others, data: "{}", refunds: refunds(100) }],
    ["without `data` and refunds", others],
  ])("keeps a record whole: %s", (_, record) => {
    expect(fitEventPayload(record)).toBe(record);
  });

  it("drops all but the ten newest refunds from a record that is too large, and keeps the merchant's data", () => {
    const record = { ...others, data: "a".repeat(4096), refunds: refunds(1000) };
    expect(fitEventPayload(record)).toEqual({ ...record, refunds: refunds(10) });
  });

  it("also drops the merchant's data if its JSON escapes make the record too large", () => {
    const record = { ...others, data: "\u0001".repeat(4096), refunds: refunds(1000) };
    const carried = fitEventPayload(record);
    expect(carried).toEqual({ ...others, data: null, refunds: refunds(10) });
    expect(bytesOf(carried)).toBeLessThan(20_000);
  });
});
