import { enableLive, findAccountOrThrow, unlockAccount, verifyAccount } from "@/lib/accounts/operate-accounts";
import { enableLiveForm, unlockAccountForm, verifyAccountForm } from "@/lib/accounts/operator-contract";
import { actorOf, operator } from "@/lib/audit/record";
import type { Caller } from "@/lib/http/route/caller";
import { applyChargebackOperation } from "@/lib/transactions/chargebacks/chargebacks";
import { decideChargebackForm } from "@/lib/transactions/chargebacks/operator-contract";
import { type Action, type ActionContract, type ActionInput, action } from "../action";
import { isOperator } from "../operator";

const everyRole = ["owner", "developer", "support"] as const;

/** For everybody but operators it is not there, whatever their role. What it changes is another account's. */
function operatorAction<Contract extends ActionContract>(
  contract: Contract,
  work: (input: ActionInput<Contract>, actor: string) => Promise<void>,
): Action {
  const perform = async (input: ActionInput<Contract>) => {
    await work(input, actorFor(input.caller));
    return { message: "OK" } as never;
  };
  return { ...action(contract, everyRole, perform), isVisibleTo: isOperator };
}

const actorFor = (caller: Caller) => `${operator} ${actorOf(caller)}`;

export const operatorActions = {
  "operator-verify": operatorAction(verifyAccountForm, async ({ body }, actor) =>
    verifyAccount(await findAccountOrThrow(body.account_number), actor),
  ),
  "operator-live-enable": operatorAction(enableLiveForm, async ({ body }, actor) =>
    enableLive(await findAccountOrThrow(body.account_number), body.platform, actor),
  ),
  "operator-unlock": operatorAction(unlockAccountForm, async ({ body }, actor) =>
    unlockAccount(await findAccountOrThrow(body.account_number), actor),
  ),
  "operator-chargeback": operatorAction(decideChargebackForm, ({ body, environment }, actor) =>
    applyChargebackOperation(body.outcome, body.transaction_id, { actor, environment }),
  ),
};
