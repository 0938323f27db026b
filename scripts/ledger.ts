import { day, later } from "@/lib/kit/clock";
import { formatMinor } from "@/lib/kit/money";
import type { Report } from "@/lib/reconciliation/store";
import { operatorCommand } from "./launch/operator-command";
import { LaunchError } from "./launch/processes";

const usage = `npm run ledger -- <what>

  check      reckons every balance anew from the ledger's lines, and tells where they differ; shows the late approvals
             that are refunded at the platform's expense
  reconcile  compares ledger, payments, refunds, withdrawals and the gateway's records; the worker does so every hour
  report     what such comparisons found in the last seven days

Each ends with an error where something differs.`;

const verbs = ["check", "reconcile", "report"] as const;
type Verb = (typeof verbs)[number];

function readRequest([given]: string[]): Verb {
  const verb = verbs.find((known) => known === given);
  if (!verb) throw new LaunchError(usage);
  return verb;
}

const show: Record<Verb, () => Promise<void>> = {
  async check() {
    const { checkLedger } = await import("@/lib/ledger/check-ledger");
    await showLateApprovals();
    const { differences, unbalanced } = await checkLedger();
    const lines = [
      ...differences.map(
        ({ accountNumber, environment, currency, book, kept, summed }) =>
          `${accountNumber} ${environment} ${currency} ${book}: kept ${kept}, by its lines ${summed}`,
      ),
      ...unbalanced.map(({ id }) => `journal ${id} does not sum to zero`),
    ];
    tell(lines, "Every balance is the sum of its lines, and every journal sums to zero.");
  },
  async reconcile() {
    const { reconcile } = await import("@/lib/reconciliation/reconcile");
    tellReports(await reconcile());
  },
  async report() {
    const { findReports } = await import("@/lib/reconciliation/store");
    const reports = await findReports(later(-7 * day));
    if (reports.length === 0) throw new LaunchError("There is no report of the last seven days.");
    tellReports(reports);
  },
};

async function showLateApprovals(): Promise<void> {
  const { findLateApprovals } = await import("@/lib/ledger/store");
  const amountOf = (minor: string, currency: string) => `${currency} ${formatMinor(BigInt(minor))}`;
  for (const { environment, currency, charges, charged, open } of await findLateApprovals()) {
    const amounts = `${amountOf(charged, currency)}, of which ${amountOf(open, currency)} are not refunded yet`;
    console.log(`Late approvals refunded at the platform's expense, ${environment}: ${charges} charges, ${amounts}.`);
  }
}

function tellReports(reports: Report[]): void {
  const asked = reports.reduce((sum, { checked }) => sum + checked, 0);
  console.log(`${reports.length} reports, for which the gateway was asked about ${asked} charges and refunds.`);
  const lines = reports.flatMap(({ until, differences }) =>
    differences.map(({ subject, problem }) => `${until.toISOString()} ${subject}: ${problem}`),
  );
  tell(lines, "The books agree.");
}

function tell(differences: string[], allGood: string): void {
  if (differences.length > 0) throw new LaunchError(differences.join("\n"));
  console.log(allGood);
}

/** The operator's look at the books. Nothing here changes them. */
await operatorCommand(readRequest, (verb) => show[verb]());
