import { environments } from "@/lib/reference/platforms";
import { printJson } from "./print";
import { type Command, filePath, oneOf, platform, subcommand } from "./subcommand";

const operate = () => import("@/lib/withdrawals/operate-withdrawals");
const bankFiles = () => import("./bank-files");

const transactionId = { label: "transaction id" };
const environment = oneOf(environments);
const file = { label: "file", read: filePath };

/** Commands that change the status of withdrawals and exchange files with the bank. */
export const withdrawals: Command = {
  name: "withdrawals",
  summary: "Exchange bank files for withdrawals, and hold or release single ones.",
  subcommands: {
    export: subcommand({
      help: "Write the waiting withdrawals to a bank file. They are processing from then on.",
      arguments: { file },
      options: {
        environment: { value: "name", default: "live", read: environment, help: "live or sandbox." },
        platform: { value: "code", read: platform, help: "Only the withdrawals of this platform, e.g. TT." },
        batch: { value: "id", help: "Write the processing withdrawals of this batch again instead." },
      },
      run: async (args, options) => (await bankFiles()).exportFile(args.file, options),
    }),
    batches: subcommand({
      help: "List the batches with withdrawals that the bank has not answered.",
      run: async () => (await bankFiles()).showBatches(),
    }),
    import: subcommand({
      help: "Read results from a file with lines of the form transaction_id,completed|refunded.",
      arguments: { file },
      run: async (args) => (await bankFiles()).importFile(args.file),
    }),
    hold: subcommand({
      help: "Keep a pending withdrawal, or one that awaits its owner's answer, from being exported.",
      arguments: { transactionId },
      async run(args) {
        await (await operate()).holdWithdrawal(args.transactionId);
        console.log(`Done: hold ${args.transactionId}.`);
      },
    }),
    release: subcommand({
      help: "Let a held withdrawal be exported.",
      arguments: { transactionId },
      async run(args) {
        await (await operate()).releaseWithdrawal(args.transactionId);
        console.log(`Done: release ${args.transactionId}.`);
      },
    }),
    show: subcommand({
      help: "Print a withdrawal as JSON.",
      arguments: { transactionId },
      run: async (args) => printJson(await (await operate()).showWithdrawal(args.transactionId)),
    }),
  },
  notes: `Bank files contain account and identity numbers in the clear. Store them where only the bank's channel can read
them.`,
};
