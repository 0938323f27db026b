import { expect, it } from "vitest";
import { eventNames } from "@/lib/reference/events";
import { describeEvents, eventGroups } from "./event-groups";

const payments = eventNames.filter((name) => name.startsWith("payment."));
const withdrawals = eventNames.filter((name) => name.startsWith("withdrawal."));

it.each([
  [["*"], "All events"],
  [[...payments, ...withdrawals], "All payment and withdrawal events"],
  [[...payments, "withdrawal.held"], "All payment events and 1 other"],
  [["payment.success", "payment.failed"], "2 events"],
  [["payment.success"], "payment.success"],
])("the events %j are described in a few words", (events, words) => {
  expect(describeEvents(events)).toBe(words);
});

it("a form offers only the events that the member may read", () => {
  expect(eventGroups(["payment.success"])).toMatchObject([
    { label: "Payments", options: [{ value: "payment.success" }] },
  ]);
});
