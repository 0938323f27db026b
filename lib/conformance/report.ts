import type { KitCase } from "./cases/kit-case";

/** The report of a run, as its JSON file contains it. */
export const caseOutcomes = ["failed", "advice", "not_seen", "passed"] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];

export type KitExchange = {
  method: string;
  url: string;
  body: string | null;
  status: number | null;
  error: string | null;
  duration_ms: number;
  /** The beginning of the answer, at most 1,024 bytes. */
  answer: string;
};

export type CaseReport = Pick<KitCase, "id" | "title" | "channel" | "right"> & {
  /** What the kit sent. Empty if the case did not run. */
  sent: string;
  outcome: CaseOutcome;
  /** Sentences about what the shop did. */
  did: string;
  /** Sentences about what was wrong, or why nothing was seen. Empty if the case passed. */
  wrong: string[];
  docs: string;
  requests: KitExchange[];
};

export type KitReport = {
  environment: "sandbox";
  started_at: string;
  duration_ms: number;
  target: {
    return_url: string;
    order_status_url: string | null;
    webhook_url: string | null;
    start_url: string | null;
    start_body: string | null;
    /** The merchant's own words, separated by commas. Null for the usual ones. */
    paid_words: string | null;
    unpaid_words: string | null;
  };
  /** Cases for which the run had no request left. Reports of earlier releases lack it. */
  not_tried?: number;
  summary: Record<CaseOutcome, number>;
  cases: CaseReport[];
};

const answerBytesMax = 1024;

/** The beginning of a text in at most 1,024 bytes, without a broken last character. */
export const beginningOf = (text: string): string =>
  Buffer.from(text)
    .subarray(0, answerBytesMax)
    .toString("utf8")
    .replaceAll("\0", "")
    .replace(/\uFFFD$/, "");

export function summaryOf(cases: readonly CaseReport[]): Record<CaseOutcome, number> {
  const summary = { failed: 0, advice: 0, not_seen: 0, passed: 0 };
  for (const { outcome } of cases) summary[outcome] += 1;
  return summary;
}
