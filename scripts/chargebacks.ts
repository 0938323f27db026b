import { operatorCommand } from "./launch/operator-command";
import { LaunchError } from "./launch/processes";

const usage = `npm run chargebacks -- <what> <transaction id>

  open   the customer's bank took the payment back: what is left of it is taken from the merchant's balance
  won    the bank sided with the merchant, who gets it back
  lost   the bank sided with the customer
  fraud  the bank says that it was not the card's holder who paid

The merchant is told of each.`;

const verbs = ["open", "won", "lost", "fraud"] as const;

function readRequest([given, transactionId]: string[]) {
  const verb = verbs.find((known) => known === given);
  if (!verb || !transactionId) throw new LaunchError(usage);
  return { verb, transactionId };
}

/** The operator's command: what the acquirer says that customers' banks did. */
await operatorCommand(readRequest, async ({ verb, transactionId }) => {
  const { applyChargebackOperation } = await import("@/lib/transactions/chargebacks/chargebacks");
  await applyChargebackOperation(verb, transactionId);
  console.log(`Done: ${verb} ${transactionId}.`);
});
