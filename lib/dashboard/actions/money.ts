import { addBank, removeBank, updateBank } from "@/lib/bank-accounts/bank-accounts";
import { addBankEndpoint, removeBankEndpoint, updateBankEndpoint } from "@/lib/bank-accounts/contract";
import { confirmWithdrawal } from "@/lib/withdrawals/answer-hold";
import { cancelWithdrawal } from "@/lib/withdrawals/cancel-withdrawal";
import { cancelWithdrawalEndpoint, createWithdrawalEndpoint } from "@/lib/withdrawals/contract";
import { createWithdrawal } from "@/lib/withdrawals/create-withdrawal";
import { confirmWithdrawalForm } from "@/lib/withdrawals/hold-contract";
import { action, withPassword } from "../action";

const owners = ["owner"] as const;

/** Actions that choose where money goes require the password, because a payout cannot be reversed. */
export const moneyActions = {
  "create-withdrawal": withPassword(
    action(createWithdrawalEndpoint, owners, ({ caller, environment, body }) =>
      createWithdrawal(caller, environment, body),
    ),
  ),
  "confirm-withdrawal": withPassword(
    action(confirmWithdrawalForm, owners, ({ caller, environment, params }) =>
      confirmWithdrawal(caller, environment, params.transaction_id),
    ),
  ),
  "cancel-withdrawal": action(cancelWithdrawalEndpoint, owners, ({ caller, environment, params }) =>
    cancelWithdrawal(caller, environment, params.transaction_id),
  ),
  "add-bank": withPassword(
    action(addBankEndpoint, owners, ({ caller, params, body }) => addBank(caller, params.type, body)),
  ),
  "update-bank": withPassword(
    action(updateBankEndpoint, owners, ({ caller, params, body }) => updateBank(caller, params.type, body)),
  ),
  "remove-bank": action(removeBankEndpoint, owners, ({ caller, params }) => removeBank(caller, params.type)),
};
