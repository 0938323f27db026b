import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { LaunchError } from "@/launch/processes";
import type { RowReport } from "@/lib/transactions/chargebacks/import-chargebacks";
import { type Command, filePath, subcommand } from "./subcommand";

type Verb = "open" | "won" | "lost" | "fraud";

/** Commands that record the chargebacks and outcomes that the acquirer reports. */
export const chargebacks: Command = {
  name: "chargebacks",
  summary: "Record chargebacks and their outcome.",
  subcommands: {
    open: report("open", "The customer's bank reversed the payment: take what is left of it from the balance."),
    won: report("won", "The bank decided for the merchant: return the amount to the balance."),
    lost: report("lost", "The bank decided for the customer."),
    fraud: report("fraud", "The bank reports that someone other than the cardholder paid."),
    import: subcommand({
      help: "Record the rows of a CSV file with the columns transaction_id or acquirer_reference, and event.",
      arguments: { file: { label: "file", read: filePath } },
      options: { "dry-run": { help: "Print what would happen, and record nothing." } },
      run: ({ file }, options) => importFile(file, options["dry-run"] ? dryRun : realRun),
    }),
  },
  notes: "The merchant is notified of each. The exit code of import is 1 if a row is refused.",
};

function report(verb: Verb, help: string) {
  return subcommand({
    help,
    arguments: { transactionId: { label: "transaction id" } },
    async run({ transactionId }) {
      const { applyChargebackOperation } = await import("@/lib/transactions/chargebacks/chargebacks");
      await applyChargebackOperation(verb, transactionId);
      console.log(`Done: ${verb} ${transactionId}.`);
    },
  });
}

type Mode = { recorded: string; refused: string; begin: string };
const realRun: Mode = { recorded: "recorded", refused: "refused", begin: "" };
const dryRun: Mode = {
  recorded: "would be recorded",
  refused: "would be refused",
  begin: "Dry run, nothing was recorded. ",
};

async function importFile(path: string, mode: Mode): Promise<void> {
  const { readChargebackFile } = await import("@/lib/transactions/chargebacks/chargeback-file");
  const { importChargebacks, previewChargebacks } = await import("@/lib/transactions/chargebacks/import-chargebacks");
  const rows = readChargebackFile(await readBytes(path));
  const reports = mode === dryRun ? previewChargebacks(rows) : importChargebacks(rows);
  const counts = { recorded: 0, "already recorded": 0, refused: 0 };
  for await (const { line, event, transactionId, verdict } of reports) {
    counts[verdict.result] += 1;
    console.log(`line ${line}: ${[event, transactionId].filter(Boolean).join(" ")}: ${wordsFor(verdict, mode)}`);
  }
  const { recorded, "already recorded": already, refused } = counts;
  const summary = `${mode.begin}${rows.length} rows: ${recorded} ${mode.recorded}, ${already} already recorded, ${refused} ${mode.refused}.`;
  if (refused > 0) throw new LaunchError(summary);
  console.log(summary);
}

function wordsFor(verdict: RowReport["verdict"], mode: Mode): string {
  switch (verdict.result) {
    case "recorded":
      return mode.recorded;
    case "already recorded":
      return verdict.result;
    case "refused":
      return `${mode.refused}: ${verdict.reason}`;
  }
}

/** Reads at most one byte more than the largest file that is accepted. */
async function readBytes(path: string): Promise<Uint8Array> {
  const { chargebackFileBytesMax } = await import("@/lib/transactions/chargebacks/chargeback-file");
  return buffer(createReadStream(path, { end: chargebackFileBytesMax })).catch((error) => {
    throw new LaunchError(`The file cannot be read: ${error.message}`);
  });
}
