import type { Words } from "../words/en";

export type NoticeKey = keyof Words["notices"];

/** The message above the form. It is about the last payment attempt or about wrong fields. */
export type Summary = { about: "fields" } | { about: "try"; notice: NoticeKey } | null;

/** Notices that are not about an attempt with a card. Only such attempts count, and clear the security code. */
const withoutAttempt: readonly NoticeKey[] = [
  "order_busy",
  "order_paid",
  "taken_over",
  "card_gone",
  "connection_lost",
  "too_many",
  "not_accepted",
];

export const isAboutConnection = (summary: Summary): boolean =>
  summary?.about === "try" && summary.notice === "connection_lost";

export const isAboutCard = (notice: NoticeKey): boolean => !withoutAttempt.includes(notice);
