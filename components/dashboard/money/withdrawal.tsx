import type { ReactNode } from "react";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import layout from "@/components/dashboard/ui/layout.module.css";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Moment } from "@/components/ui/moment";
import { PageHead } from "@/components/ui/page-head";
import { StatusBadge } from "@/components/ui/status-badge";
import { Money } from "@/components/ui/table/cells";
import { Facts } from "@/components/ui/table/facts";
import type { Zone } from "@/lib/format/dates";
import { formatMoney } from "@/lib/format/money";
import { withdrawalTypeWords } from "@/lib/format/value-words";
import type { WithdrawalRecord } from "@/lib/withdrawals/contract";
import { payeeFacts, statusOf } from "./withdrawals";

/** `hold`: the form that confirms a withdrawal to a new payee, while confirmation is pending. */
type OneProps = { mode: string; withdrawal: WithdrawalRecord; canCancel: boolean; hold: ReactNode; zone: Zone };

/** One withdrawal: destination and progress. While the withdrawal waits, also the forms to confirm or cancel it. */
export function Withdrawal({ mode, withdrawal, canCancel, hold, zone }: OneProps) {
  const { transaction_id, amount, currency, reference } = withdrawal;
  return (
    <>
      <PageHead
        title={<Money amount={amount} currency={currency} size="large" />}
        aside={<StatusBadge of={statusOf(withdrawal)} />}
        trail={[{ label: "Withdrawals", href: `/dashboard/${mode}/withdrawals` }, { label: reference }]}
        actions={canCancel && <CancelForm mode={mode} withdrawal={withdrawal} />}
      >
        <p>
          {withdrawalTypeWords[withdrawal.withdrawal_type]} · <Moment at={withdrawal.created_at} zone={zone} />
        </p>
      </PageHead>
      <div className={layout.columns}>
        {hold ? <Card title="Confirm the new payee">{hold}</Card> : <Payee withdrawal={withdrawal} />}
        <div className={layout.stack}>
          {hold && <Payee withdrawal={withdrawal} />}
          <Card title="Details">
            <Facts
              isStacked
              facts={[
                ["Reference", reference],
                ["Updated", <Moment key="moved" at={withdrawal.updated_at} zone={zone} />],
                [
                  "Withdrawal ID",
                  <span key="id" className={layout.copied}>
                    <code>{transaction_id}</code>
                    <CopyButton text={transaction_id} label="the withdrawal ID" />
                  </span>,
                ],
              ]}
            />
          </Card>
        </div>
      </div>
    </>
  );
}

const Payee = ({ withdrawal }: { withdrawal: WithdrawalRecord }) => (
  <Card title="Payee">
    <Facts isStacked facts={payeeFacts(withdrawal)} />
  </Card>
);

function CancelForm({ mode, withdrawal }: { mode: string; withdrawal: WithdrawalRecord }) {
  return (
    <ActionForm
      action={`/dashboard/${mode}/actions/cancel-withdrawal`}
      submit="Cancel withdrawal"
      kind="secondary"
      busy="Cancelling…"
      values={{ transaction_id: withdrawal.transaction_id }}
      done="Withdrawal cancelled. The money is back in your balance."
      confirm={{
        title: `Cancel the withdrawal of ${formatMoney(withdrawal)}?`,
        text: "It does not go to the bank. The money returns to your balance immediately.",
        keep: "Keep withdrawal",
        isDangerous: true,
      }}
    />
  );
}
