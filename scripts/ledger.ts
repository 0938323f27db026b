import { operatorCommand } from "./launch/operator-command";
import { LaunchError } from "./launch/processes";

const usage = `npm run ledger -- <what>

  check      reckons every balance anew from the ledger's lines, and tells where they differ
  reconcile  compares ledger, payments, refunds, withdrawals and the gateway's records; the worker does so every hour
  report     the last such comparison

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
    tellReport(await reconcile());
  },
  async report() {
    const { findLastReport } = await import("@/lib/reconciliation/store");
    const report = await findLastReport();
    if (!report) throw new LaunchError("There is no report yet: «npm run ledger -- reconcile» writes one.");
    tellReport(report);
  },
};

type Report = Awaited<ReturnType<typeof import("@/lib/reconciliation/reconcile").reconcile>>;

function tellReport({ since, until, checked, differences }: Report): void {
  console.log(`From ${since.toISOString()} to ${until.toISOString()}; ${checked} asked for at the gateway.`);
  tell(
    differences.map(({ subject, problem }) => `${subject}: ${problem}`),
    "The books agree.",
  );
}

function tell(differences: string[], allGood: string): void {
  if (differences.length > 0) throw new LaunchError(differences.join("\n"));
  console.log(allGood);
}

/** The operator's look at the books. Nothing here changes them. */
await operatorCommand(readRequest, (verb) => show[verb]());
