import { describe, expect, it } from "vitest";
import { utc } from "@/lib/format/dates";
import type { PhaseStep } from "@/lib/timeline/store";
import { phasesOf, timesIn } from "./payment-phases";

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 16, 10, 40) + seconds * 1000);
const step = (seconds: number, type: string, outcome: string | null = null): PhaseStep => ({
  at: at(seconds),
  type,
  outcome,
});

describe("the phases of a payment", () => {
  it("are the time on the page and that of the bank", () => {
    const phases = phasesOf([
      step(0, "page_opened"),
      step(40, "try_started"),
      step(40, "gateway_called"),
      step(43, "gateway_answered", "approved"),
      step(43, "finalised"),
    ]);
    expect(timesIn(phases, utc)).toMatchObject({
      from: "10:40:00",
      until: "10:40:43",
      total: "43 s",
      totals: [
        { words: "Page open", took: "40 s" },
        { words: "Bank", took: "3 s" },
      ],
    });
  });

  it("name the bank's check, and the page again after a decline", () => {
    const phases = phasesOf([
      step(0, "page_opened"),
      step(10, "try_started"),
      step(12, "gateway_answered", "challenge"),
      step(12, "challenge_shown"),
      step(30, "challenge_answered"),
      step(33, "gateway_answered", "declined"),
      step(50, "try_started"),
      step(52, "gateway_answered", "approved"),
      step(52, "finalised"),
    ]);
    expect(phases.map(({ kind, from, until }) => [kind, (until.getTime() - from.getTime()) / 1000])).toEqual([
      ["page", 10],
      ["bank", 2],
      ["check", 18],
      ["bank", 3],
      ["page", 17],
      ["bank", 2],
    ]);
  });

  it("are none before the result, and none if the payer did not open the page", () => {
    expect(phasesOf([step(0, "page_opened"), step(40, "try_started")])).toEqual([]);
    expect(phasesOf([step(1800, "expired"), step(1800, "finalised")])).toEqual([]);
    expect(timesIn([], utc)).toBeNull();
  });

  it("have no bar if they took less than a second together", () => {
    const phases = phasesOf([
      step(0, "page_opened"),
      step(0.2, "try_started"),
      step(0.9, "gateway_answered", "approved"),
      step(0.9, "finalised"),
    ]);
    expect(phases).toHaveLength(2);
    expect(timesIn(phases, utc)).toBeNull();
  });
});
