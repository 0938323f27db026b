import { day, hour, minute, second } from "@/lib/kit/clock";

/** `0.3 s`, `43 s`, `2 min 5 s`, `3 h 20 min`. */
export function formatLength(ms: number): string {
  if (ms < second) return `${Math.floor(ms / 100) / 10} s`;
  if (ms < minute) return `${Math.floor(ms / second)} s`;
  return ms < hour ? inTwoUnits(ms, [minute, "min"], [second, "s"]) : inTwoUnits(ms, [hour, "h"], [minute, "min"]);
}

type Unit = readonly [size: number, name: string];

function inTwoUnits(ms: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)} ${largeName}${rest > 0 ? ` ${rest} ${smallName}` : ""}`;
}

/** How old something is, in its largest unit: `11 min`, `19 h`, `4 days`. */
export function formatAge(ms: number): string {
  if (ms < minute) return "under 1 min";
  if (ms < hour) return `${Math.floor(ms / minute)} min`;
  if (ms < 2 * day) return `${Math.floor(ms / hour)} h`;
  return `${Math.floor(ms / day)} days`;
}
