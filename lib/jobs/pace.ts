import { second } from "@/lib/kit/clock";

/**
 * How often a worker looks at the queues. Usually a notification tells it of due work. PostgreSQL commits transactions
 * that notify one after the other, so under load the worker switches notifications off and looks more often instead.
 */
const restMs = 10 * second;
const withoutNotificationsMs = second;
const busyMs = second / 4;
/** The worker becomes busy at more notifications per second than this. */
const noticesMax = 10;
/** A busy worker that finds no due work in this time switches notifications on again. */
const busyForMs = 5 * second;

export type Pace = {
  notice(at: number): void;
  /** Call after each look. Returns the time until the next look, and for how long to switch notifications off. */
  next(at: number, seen: { isAnythingDue: boolean; isListening: boolean }): { waitMs: number; silenceMs: number };
};

/** A transaction that began while notifications were off commits within `transactionMaxMs`, unnotified. */
export function createPace(transactionMaxMs: number): Pace {
  let [notices, countedSince] = [0, Number.NEGATIVE_INFINITY];
  let busyUntil = Number.NEGATIVE_INFINITY;
  let silentUntil = Number.NEGATIVE_INFINITY;
  const silence = (at: number): number => {
    // Renewed at half-time, so that it does not lapse under load, and not at each look.
    if (silentUntil - at > busyForMs / 2) return 0;
    silentUntil = at + busyForMs;
    return busyForMs;
  };
  return {
    notice(at) {
      if (at - countedSince > second) [notices, countedSince] = [0, at];
      notices += 1;
    },
    next(at, { isAnythingDue, isListening }) {
      if (!isListening) return { waitMs: withoutNotificationsMs, silenceMs: 0 };
      const isFlooded = notices > noticesMax && at - countedSince <= second;
      const isBusy = isFlooded || (isAnythingDue && at < busyUntil);
      if (isBusy) busyUntil = at + busyForMs;
      if (at < busyUntil) return { waitMs: busyMs, silenceMs: isBusy ? silence(at) : 0 };
      return { waitMs: at < busyUntil + transactionMaxMs ? withoutNotificationsMs : restMs, silenceMs: 0 };
    },
  };
}
