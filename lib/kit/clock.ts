/** All code reads the current time from this clock, so that tests can change it. */
export type Clock = () => Date;

const systemClock: Clock = () => new Date();
let clock = systemClock;

export function now(): Date {
  return clock();
}

export function later(milliseconds: number, from: Date = now()): Date {
  return new Date(from.getTime() + milliseconds);
}

/** Whether at least `milliseconds` lie between `since` and `at`. */
export const isPast = (since: Date, milliseconds: number, at: Date): boolean =>
  at.getTime() - since.getTime() >= milliseconds;

/** Replaces the clock. The returned function restores the system clock. */
export function useClock(replacement: Clock): () => void {
  clock = replacement;
  return () => {
    clock = systemClock;
  };
}

/** The last millisecond of the day that begins at `begin`. */
export const endOfDay = (begin: Date): Date => later(day - 1, begin);

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
