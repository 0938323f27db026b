import { expect, it } from "vitest";
import { findDueDays } from "./compare-due-days";
import { daysBetween } from "./days";

const since = new Date("2026-11-10T08:00:00Z");
const settled = { leftOut: 0, differences: [] };
const difference = { kind: "state", subject: "a", problem: "It differs." } as const;
const dueAt = (time: string, reports: Parameters<typeof findDueDays>[1] = []) =>
  findDueDays(since, reports, new Date(time));

it("a day is due once it is over in every time zone, from the terminal's first day on", () => {
  expect(dueAt("2026-11-11T12:14:59Z")).toEqual([]);
  expect(dueAt("2026-11-11T12:15:00Z")).toEqual(["2026-11-10"]);
  expect(dueAt("2026-11-13T13:00:00Z")).toEqual(["2026-11-10", "2026-11-11", "2026-11-12"]);
});

it("follows up at most 31 days", () => {
  const days = dueAt("2027-01-31T13:00:00Z");
  expect(days).toEqual(daysBetween("2026-12-31", "2027-01-30"));
  expect(days).toHaveLength(31);
});

it("a day is compared once, unless its report was made before the day was complete", () => {
  const at = (createdAt: string) => [{ day: "2026-11-10", createdAt: new Date(createdAt), ...settled }];
  expect(dueAt("2026-11-11T13:00:00Z", at("2026-11-11T12:30:00Z"))).toEqual([]);
  expect(dueAt("2026-11-11T13:00:00Z", at("2026-11-10T20:00:00Z"))).toEqual(["2026-11-10"]);
});

it.each([
  ["differences", { leftOut: 0, differences: [difference] }],
  ["open charges", { leftOut: 1, differences: [] }],
])("a day with %s is compared again every 24 hours", (_, result) => {
  const reports = [{ day: "2026-11-10", createdAt: new Date("2026-11-11T12:30:00Z"), ...result }];
  expect(dueAt("2026-11-12T12:00:00Z", reports)).toEqual([]);
  expect(dueAt("2026-11-12T12:30:00Z", reports)).toContain("2026-11-10");
});
