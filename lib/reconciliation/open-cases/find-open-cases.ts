import { acquirerTitle } from "@/lib/gateway/registry";
import { day, hour, later, now } from "@/lib/kit/clock";
import type { Minor } from "@/lib/kit/money";
import {
  comparedAgainAt,
  findRecentReports,
  findUncomparedDays,
  settlementJob,
} from "@/lib/reconciliation/settlement/compare-due-days";
import { startOfDay } from "@/lib/reconciliation/settlement/days";
import { findReports } from "@/lib/reconciliation/store";
import { findNextRun, findPendingCases, findSubjects, type KnownSubject, type PendingCase } from "./open-case-store";

/** Live work that has no outcome yet, or needs an operator. */
export type OpenCase = {
  kind: PendingCase["kind"] | "difference" | "comparison";
  /** The id of the attempt, refund or report that the case is about. */
  subject: string;
  transactionId: string | null;
  accountNumber: string | null;
  currency: string | null;
  amount: Minor | null;
  since: Date;
  waitsFor: string;
  /** When the worker tries or compares next. Null if only an operator can end the case. */
  nextAt: Date | null;
};

const pendingMax = 1000;
/** Reports of the ledger are read for this long, as `npm run ledger -- report` does. */
const ledgerReportsMs = 7 * day;

/** Lists every open case of the live environment, the oldest first. */
export async function findOpenCases(): Promise<OpenCase[]> {
  const pending = (await findPendingCases(pendingMax)).map(toPending);
  const cases = [...pending, ...(await findDifferences()), ...(await findMissingComparisons())];
  return cases.sort((one, other) => one.since.getTime() - other.since.getTime());
}

const toPending = ({ tries: _tries, isSent, acquirer, merchantId, ...rest }: PendingCase): OpenCase => ({
  ...rest,
  waitsFor: reasonOf(rest.kind, {
    isSent,
    gateway: acquirer === null ? "its gateway" : `${acquirerTitle(acquirer)} (terminal ${merchantId})`,
  }),
});

function reasonOf(kind: PendingCase["kind"], { isSent, gateway }: { isSent: boolean; gateway: string }): string {
  switch (kind) {
    case "attempt":
      return `The charge waits for its outcome at ${gateway}.`;
    case "void":
      return `The charge must be voided at ${gateway}.`;
    case "refund":
    case "platform_refund":
      return isSent ? `The refund waits for its outcome at ${gateway}.` : `The refund must reach ${gateway}.`;
  }
}

type Found = { subject: string; problem: string; since: Date; nextAt: Date | null };

async function findDifferences(): Promise<OpenCase[]> {
  const found = withoutRepetitions([...(await settlementDifferences()), ...(await ledgerDifferences())]);
  const known = await findSubjects([...new Set(found.map(({ subject }) => subject))]);
  return found.flatMap((difference) => {
    const about = known.find(({ subject }) => subject === difference.subject);
    return isLive(difference, about) ? [toCase(difference, about)] : [];
  });
}

const nothing = { transactionId: null, accountNumber: null, currency: null, amount: null };

function toCase({ problem, ...found }: Found, about: KnownSubject | undefined): OpenCase {
  const { transactionId, accountNumber, currency, amount } = about ?? nothing;
  return { kind: "difference", ...found, transactionId, accountNumber, currency, amount, waitsFor: problem };
}

/** Subjects of the ledger that are no transactions count as live, unless they name the sandbox. */
const isLive = ({ subject }: Found, about: KnownSubject | undefined): boolean =>
  about ? about.environment === "live" : !/^SB-|\bsandbox\b/.test(subject);

async function settlementDifferences(): Promise<Found[]> {
  const reports = await findRecentReports();
  return reports.flatMap(({ day: compared, createdAt, differences }) =>
    differences.map(({ subject, problem }) => ({
      subject,
      problem,
      since: startOfDay(compared),
      nextAt: comparedAgainAt({ createdAt }),
    })),
  );
}

/** An unanswered inquiry counts only in the last report, because the next report repeats it. */
async function ledgerDifferences(): Promise<Found[]> {
  const reports = await findReports(later(-ledgerReportsMs));
  return reports.flatMap(({ createdAt, differences }, index) =>
    differences
      .filter(({ ask }) => !ask || index === 0)
      .map(({ subject, problem }) => ({ subject, problem, since: createdAt, nextAt: null })),
  );
}

/** Several reports may name the same difference. The oldest one says since when. */
function withoutRepetitions(found: readonly Found[]): Found[] {
  const oldestFirst = [...found].sort((one, other) => one.since.getTime() - other.since.getTime());
  const first = new Map<string, Found>();
  for (const difference of oldestFirst) {
    const name = `${difference.subject} ${difference.problem}`;
    if (!first.has(name)) first.set(name, difference);
  }
  return [...first.values()];
}

/** Days that the worker could not compare. */
async function findMissingComparisons(): Promise<OpenCase[]> {
  const overdue = (await findUncomparedDays()).filter(({ dueAt }) => later(hour, dueAt) <= now());
  const nextAt = overdue.length > 0 ? await findNextRun(settlementJob) : null;
  return overdue.map(({ merchantId, day: missed, dueAt }) => ({
    kind: "comparison",
    subject: `${merchantId} ${missed}`,
    ...nothing,
    since: dueAt,
    waitsFor: "The gateway must list the transactions of this day.",
    nextAt,
  }));
}
