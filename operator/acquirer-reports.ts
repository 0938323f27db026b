import { LaunchError } from "@/launch/processes";
import type { OpenCase } from "@/lib/reconciliation/open-cases/find-open-cases";
import type { DayComparison } from "@/lib/reconciliation/settlement/compare-day";
import type { Day } from "@/lib/reconciliation/settlement/days";
import type { MerchantAccount } from "@/lib/reconciliation/settlement/merchant-accounts";
import type { Sum } from "@/lib/reconciliation/settlement/summarise";
import { formatTable, printJson } from "./print";
import { type Reader, subcommand } from "./subcommand";

const readDay: Reader<Day> = (text, label) => {
  const day = text.trim();
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(`${day}T00:00:00Z`) : null;
  const isDay = at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
  if (!isDay) throw new LaunchError(`${label} must be a day such as 2026-11-01.`);
  return day;
};

const daysMax = 31;
const differenceExitCode = 1;
const silenceExitCode = 2;

export const reconcileAcquirer = subcommand({
  help: "Compare our charges and refunds with the live acquirer's list. The worker does so for each day.",
  options: {
    from: { value: "day", isRequired: true, read: readDay, help: "The first day in UTC, e.g. 2026-11-01." },
    to: { value: "day", isRequired: true, read: readDay, help: `The last day in UTC, at most ${daysMax} days in all.` },
  },
  run: (_, { from, to }) => reconcileDays(from, to),
});

async function reconcileDays(from: Day, to: Day): Promise<void> {
  const { daysBetween, dayOf } = await import("@/lib/reconciliation/settlement/days");
  const { findMerchantAccounts } = await import("@/lib/reconciliation/settlement/merchant-accounts");
  const { now } = await import("@/lib/kit/clock");
  const days = daysBetween(from, to);
  if (days.length === 0) throw new LaunchError("--from must not be after --to.");
  if (days.length > daysMax) throw new LaunchError(`At most ${daysMax} days can be compared at once.`);
  if (to > dayOf(now())) throw new LaunchError("--to must not be in the future.");
  const accounts = await findMerchantAccounts();
  if (accounts.length === 0) throw new LaunchError("No terminal has taken payments yet.");
  const compared: DayComparison[] = [];
  const silent: string[] = [];
  for (const account of accounts) {
    const { done, unanswered, fix } = await reconcileAccount(account, days);
    compared.push(...done);
    if (unanswered.length > 0) silent.push(`${account.merchantId}: ${unanswered.join(", ")}.${fix ? ` ${fix}` : ""}`);
  }
  await printComparisons(compared);
  for (const line of silent) console.log(`The gateway did not answer for ${line}`);
  const hasDifferences = compared.some(({ report }) => report.differences.length > 0);
  if (hasDifferences) process.exitCode = differenceExitCode;
  else if (silent.length > 0) process.exitCode = silenceExitCode;
}

/** After a day without an answer, the other days of the account are not tried. */
async function reconcileAccount(account: MerchantAccount, days: readonly Day[]) {
  const { createAccountComparer } = await import("@/lib/reconciliation/settlement/compare-day");
  const compareDay = await createAccountComparer(account);
  const done: DayComparison[] = [];
  for (const day of days) {
    const comparison = await compareDay(day);
    if (!comparison.report) return { done, unanswered: days.slice(done.length), fix: comparison.fix };
    done.push(comparison);
  }
  return { done, unanswered: [], fix: null };
}

async function printComparisons(compared: readonly DayComparison[]): Promise<void> {
  const { formatMinor } = await import("@/lib/kit/money");
  const sumOf = ({ count, amount }: Sum) => `${count} / ${formatMinor(amount)}`;
  const numbers = ["Sales here", "Sales there", "Refunds here", "Refunds there", "Left out", "Differences"];
  const rows = compared.flatMap(({ report, lines }) =>
    lines.map(({ platform, currency, sales, refunds, leftOut, differences }) => [
      report.day,
      report.merchantId,
      `${platform ?? "-"} ${currency}`,
      sumOf(sales.here),
      sumOf(sales.there),
      sumOf(refunds.here),
      sumOf(refunds.there),
      String(leftOut),
      String(differences),
    ]),
  );
  if (rows.length > 0) {
    console.log(formatTable(["Day", "Merchant id", "Terminal", ...numbers], rows, numbers).join("\n"));
  }
  await printDifferences(compared);
}

async function printDifferences(compared: readonly DayComparison[]): Promise<void> {
  const { findSubjects } = await import("@/lib/reconciliation/open-cases/open-case-store");
  const found = compared.flatMap(({ report: { day, merchantId, differences } }) =>
    differences.map(({ subject, problem }) => ({ day, merchantId, subject, problem })),
  );
  const known = await findSubjects(found.map(({ subject }) => subject));
  for (const { day, merchantId, subject, problem } of found) {
    const about = known.find((one) => one.subject === subject);
    const names = about ? `${about.transactionId} of ${about.accountNumber} (${subject})` : subject;
    console.log(`${day} ${merchantId} ${names}: ${problem}`);
  }
  if (compared.length > 0 && found.length === 0) console.log("No difference.");
}

export const openCases = subcommand({
  help: "List every open case of the live environment: unknown outcomes, voids, refunds and differences.",
  options: { json: { help: "Print JSON." } },
  changesNothing: true,
  async run(_, { json }) {
    const { findOpenCases } = await import("@/lib/reconciliation/open-cases/find-open-cases");
    const cases = await findOpenCases();
    if (json) printJson(await toJson(cases));
    else if (cases.length === 0) console.log("No open case.");
    else console.log((await toTable(cases)).join("\n"));
  },
});

async function toJson(cases: readonly OpenCase[]) {
  const { formatMinor } = await import("@/lib/kit/money");
  return cases.map((one) => ({
    kind: one.kind,
    subject: one.subject,
    transaction_id: one.transactionId,
    account_number: one.accountNumber,
    currency: one.currency,
    amount: one.amount === null ? null : formatMinor(one.amount),
    since: one.since.toISOString(),
    waits_for: one.waitsFor,
    next_at: one.nextAt?.toISOString() ?? null,
  }));
}

async function toTable(cases: readonly OpenCase[]): Promise<string[]> {
  const { formatMinor } = await import("@/lib/kit/money");
  const { now } = await import("@/lib/kit/clock");
  const rows = cases.map((one) => [
    ageOf(now().getTime() - one.since.getTime()),
    one.kind.replace("_", " "),
    one.transactionId ?? one.subject,
    one.accountNumber ?? "-",
    one.amount === null ? "-" : `${one.currency} ${formatMinor(one.amount)}`,
    one.nextAt ? `${one.nextAt.toISOString().slice(0, 19)}Z` : "-",
    one.waitsFor,
  ]);
  return formatTable(["Age", "Case", "Transaction", "Account", "Amount", "Next try", "Waits for"], rows);
}

/** A duration in its largest unit, such as 3 d. */
function ageOf(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
