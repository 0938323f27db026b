import { type Command, subcommand } from "./subcommand";

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
  },
  notes: "The merchant is notified of each.",
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
