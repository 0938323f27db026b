import { LaunchError } from "@/launch/processes";
import type { Minor } from "@/lib/kit/money";
import type { Report } from "@/lib/reconciliation/store";
import { type Command, subcommand } from "./subcommand";

/** Commands for the ledger. They only read, except that `reconcile` stores its reports. */
export const ledger: Command = {
  name: "ledger",
  summary: "Check the ledger and reconcile it with payments and the gateway.",
  subcommands: {
    check: subcommand({
      help: "Recompute every balance from the ledger's lines, and list late approvals refunded at the platform's expense.",
      run: check,
    }),
    reconcile: subcommand({
      help: "Compare ledger, payments, refunds, withdrawals and the gateway's records. The worker does so every hour.",
      async run() {
        const { reconcile } = await import("@/lib/reconciliation/reconcile");
        printReports(await reconcile());
      },
    }),
    report: subcommand({
      help: "Print what the reconciliations of the last seven days found.",
      async run() {
        const { findReports } = await import("@/lib/reconciliation/store");
        const { day, later } = await import("@/lib/kit/clock");
        const reports = await findReports(later(-7 * day));
        if (reports.length === 0) throw new LaunchError("The last seven days have no report.");
        printReports(reports);
      },
    }),
  },
  notes: "The exit code is 1 if something differs.",
};

async function check(): Promise<void> {
  const { checkLedger } = await import("@/lib/ledger/check-ledger");
  await printLateApprovals();
  const { differences, unbalanced } = await checkLedger();
  const lines = [
    ...differences.map(
      ({ accountNumber, environment, currency, book, kept, summed }) =>
        `${accountNumber} ${environment} ${currency} ${book}: kept ${kept}, by its lines ${summed}`,
    ),
    ...unbalanced.map(({ id }) => `journal ${id} does not sum to zero`),
  ];
  throwIfDifferent(lines);
  console.log("Every balance is the sum of its lines, and every journal sums to zero.");
}

async function printLateApprovals(): Promise<void> {
  const { findLateApprovals } = await import("@/lib/ledger/store");
  const { formatMinor } = await import("@/lib/kit/money");
  const amountOf = (minor: Minor, currency: string) => `${currency} ${formatMinor(minor)}`;
  for (const { environment, currency, charges, charged, open } of await findLateApprovals()) {
    const amounts = `${amountOf(charged, currency)}, of which ${amountOf(open, currency)} are not refunded yet`;
    console.log(`Late approvals refunded at the platform's expense, ${environment}: ${charges} charges, ${amounts}.`);
  }
}

function printReports(reports: Report[]): void {
  const asked = reports.reduce((sum, { checked }) => sum + checked, 0);
  console.log(`${reports.length} reports, which checked ${asked} charges and refunds with the gateway.`);
  const lines = reports.flatMap(({ until, differences }) =>
    differences.map(({ subject, problem }) => `${until.toISOString()} ${subject}: ${problem}`),
  );
  throwIfDifferent(lines);
  console.log("The books agree.");
}

function throwIfDifferent(differences: string[]): void {
  if (differences.length > 0) throw new LaunchError(differences.join("\n"));
}
