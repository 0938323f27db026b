import { enableLive, findAccountOrThrow, unlockAccount, verifyAccount } from "@/lib/accounts/operate-accounts";
import { enableLiveForm, unlockAccountForm, verifyAccountForm } from "@/lib/accounts/operator-contract";
import { actorOf, operator } from "@/lib/audit/record";
import type { Caller } from "@/lib/http/message/caller";
import type { AnswerOf } from "@/lib/http/message/endpoint";
import { roles } from "@/lib/reference/roles";
import { applyChargebackOperation } from "@/lib/transactions/chargebacks/chargebacks";
import { decideChargebackForm } from "@/lib/transactions/contract";
import { type Action, type ActionContract, type ActionInput, action } from "../action";
import { isOperator } from "../pages";

/** An action by which an operator changes another account. Only operators can see it. */
function operatorAction<const Contract extends ActionContract>(
  contract: Contract,
  work: (input: ActionInput<Contract>, actor: string) => Promise<AnswerOf<Contract>>,
): Action {
  return { ...action(contract, roles, (input) => work(input, actorFor(input.caller))), isVisibleTo: isOperator };
}

const done = { message: "OK" } as const;

const actorFor = (caller: Caller) => `${operator} ${actorOf(caller)}`;

export const operatorActions = {
  "operator-verify": operatorAction(verifyAccountForm, async ({ body }, actor) => {
    await verifyAccount(await findAccountOrThrow(body.account_number), actor);
    return done;
  }),
  "operator-live-enable": operatorAction(enableLiveForm, async ({ body }, actor) => {
    await enableLive(await findAccountOrThrow(body.account_number), body.platform, actor);
    return done;
  }),
  "operator-unlock": operatorAction(unlockAccountForm, async ({ body }, actor) => {
    await unlockAccount(await findAccountOrThrow(body.account_number), actor);
    return done;
  }),
  "operator-chargeback": operatorAction(decideChargebackForm, async ({ body, environment }, actor) => {
    await applyChargebackOperation(body.outcome, body.transaction_id, { actor, environment });
    return done;
  }),
};
