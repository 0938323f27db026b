import type { ChoiceGroup } from "@/components/dashboard/developers/group-levels";
import { eventNames, events, everyEvent } from "@/lib/reference/events";

/** The events of webhooks, in the groups that pages show. */
const groupWords = [
  { carries: "transaction", label: "Payments", adjective: "payment" },
  { carries: "trusted_card", label: "Trusted cards", adjective: "card" },
  { carries: "withdrawal", label: "Withdrawals", adjective: "withdrawal" },
] as const;

const eventsOf = (carries: (typeof groupWords)[number]["carries"]): string[] =>
  eventNames.filter((name) => events[name].carries === carries);

/** The groups of a form, limited to `names`. */
export const eventGroups = (names: readonly string[]): ChoiceGroup[] =>
  groupWords
    .map(({ label, carries }) => ({
      label,
      options: eventsOf(carries)
        .filter((name) => names.includes(name))
        .map((name) => ({ value: name, label: name })),
      read: null,
      everything: null,
    }))
    .filter(({ options }) => options.length > 0);

const list = new Intl.ListFormat("en-GB");

/**
 * `All events`, `All payment and withdrawal events`, `All payment events and 2 others`, `3 events`, or a single name.
 */
export function describeEvents(chosen: readonly string[]): string {
  if (chosen.includes(everyEvent)) return "All events";
  const whole = groupWords.filter(({ carries }) => eventsOf(carries).every((name) => chosen.includes(name)));
  const covered = whole.flatMap(({ carries }) => eventsOf(carries));
  const others = chosen.filter((name) => !covered.includes(name));
  if (whole.length === 0) return others.length === 1 ? (others[0] ?? "") : `${others.length} events`;
  const all = `All ${list.format(whole.map(({ adjective }) => adjective))} events`;
  if (others.length === 0) return all;
  return `${all} and ${others.length === 1 ? "1 other" : `${others.length} others`}`;
}
