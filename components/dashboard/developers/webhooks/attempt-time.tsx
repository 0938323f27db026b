import { formatMoment, type Zone } from "@/lib/format/dates";

/** The time of today with seconds, or the date and time of another day. */
export function AttemptTime({ at, zone, now }: { at: string; zone: Zone; now: Date }) {
  const isToday = formatMoment(at, "date", zone) === formatMoment(now, "date", zone);
  return <time dateTime={at}>{formatMoment(at, isToday ? "seconds" : "short", zone)}</time>;
}
