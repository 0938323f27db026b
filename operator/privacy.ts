import type { Erasure } from "@/lib/privacy/erase-payer";
import { printJson } from "./print";
import { type Command, subcommand } from "./subcommand";

const payer = { label: "payer's email" } as const;
/** The exit code if something is left to do later. */
const unfinished = 2;

/** Commands that answer a payer's request about their personal data. */
export const privacy: Command = {
  name: "privacy",
  summary: "Export or erase the personal data of a payer, at all merchants.",
  subcommands: {
    export: subcommand({
      help: "Print everything about a payer as JSON. Card numbers are masked. The audit log records it.",
      arguments: { payer },
      async run(args) {
        const { exportPayer } = await import("@/lib/privacy/export-payer");
        printJson(await exportPayer(args.payer));
      },
    }),
    erase: subcommand({
      help: "List what would be erased. With --confirm, erase it and delete the payer's stored cards.",
      arguments: { payer },
      options: { confirm: { help: "Erase. It cannot be undone." } },
      async run(args, { confirm }) {
        const { erasePayer, previewErasure } = await import("@/lib/privacy/erase-payer");
        const found = await (confirm ? erasePayer(args.payer) : previewErasure(args.payer));
        for (const line of linesOf(found, confirm ? "Erased" : "To erase")) console.log(line);
        if (!confirm) console.log("Nothing was changed. Add --confirm to erase.");
        if (found.open.length > 0) process.exitCode = unfinished;
      },
    }),
  },
  notes: `Verify who asks before you run either command. Amounts, dates, ids, results and masked cards stay in the books.
The exit code is 2 if open payments were left: run the command again when they are settled.`,
};

function* linesOf({ payments, open, cards, mails, requests, otherUses }: Erasure, verb: string): Generator<string> {
  yield `${verb}: payments ${payments}, stored cards ${cards}, mails ${mails}, logged requests ${requests}.`;
  for (const { transactionId } of open) yield `Not erased, because it is still open: ${transactionId}.`;
  for (const account of otherUses.accounts)
    yield `The address also belongs to account ${account}, which is not changed.`;
  if (otherUses.members > 0) yield "The address also belongs to a team member, whose account is not changed.";
  if (otherUses.payees > 0)
    yield `Withdrawals that name the address as payee: ${otherUses.payees}. They belong to the books and stay.`;
}
