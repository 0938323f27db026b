import { day as dayMs, later } from "@/lib/kit/clock";

/** A day in UTC, as YYYY-MM-DD. */
export type Day = string;

export const startOfDay = (day: Day): Date => new Date(`${day}T00:00:00.000Z`);

export const dayOf = (at: Date): Day => at.toISOString().slice(0, 10);

/** The day that is `count` days after the given one. */
export const dayAfter = (day: Day, count = 1): Day => dayOf(later(count * dayMs, startOfDay(day)));

/** All days from `first` to `last`, both included. */
export function daysBetween(first: Day, last: Day): Day[] {
  const count = Math.round((startOfDay(last).getTime() - startOfDay(first).getTime()) / dayMs) + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, index) => dayAfter(first, index));
}
