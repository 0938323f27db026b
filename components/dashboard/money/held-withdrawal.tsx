import { EntryPage } from "@/components/dashboard/entry/entry-page";
import styles from "@/components/dashboard/entry/entry-page.module.css";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { PasswordField } from "@/components/dashboard/ui/shared-fields";
import { Moment } from "@/components/ui/moment";
import { StatusBadge } from "@/components/ui/status-badge";
import { Facts } from "@/components/ui/table/facts";
import type { Zone } from "@/lib/format/dates";
import { formatMoney } from "@/lib/format/money";
import type { WithdrawalRecord } from "@/lib/withdrawals/contract";
import { payeeFacts, statusOf } from "./withdrawals";

type Props = {
  withdrawal: WithdrawalRecord;
  confirmBy: Date | null;
  canRefuse: boolean;
  ticket: string;
  isRefusal: boolean;
};

/** The page that the mail about a held withdrawal links to. Mail programs follow links, so a button confirms. */
export function HeldWithdrawal({ withdrawal, confirmBy, canRefuse, ticket, isRefusal }: Props) {
  const { transaction_id: id } = withdrawal;
  const here = `/dashboard/withdrawal?ticket=${encodeURIComponent(ticket)}`;
  return (
    <EntryPage
      title="Withdrawal to a new payee"
      lead={confirmBy && "Your account has not paid this payee before. Confirm the withdrawal only if you know it."}
    >
      <Facts
        facts={[
          ["Amount", formatMoney(withdrawal)],
          ["Status", <StatusBadge key="status" of={statusOf(withdrawal)} />],
          ...payeeFacts(withdrawal),
          ["Withdrawal", id],
        ]}
        isStacked
      />
      {confirmBy ? (
        <>
          <p className={styles.text}>
            Without an answer, the withdrawal is released at <Moment at={confirmBy} />.
          </p>
          <Answer ticket={ticket} isRefusal={isRefusal} />
          <p className={styles.links}>
            <a href={isRefusal ? here : `${here}&answer=refuse`}>
              {isRefusal ? "Confirm it instead" : "Refuse it instead"}
            </a>
          </p>
        </>
      ) : canRefuse ? (
        <>
          <p className={styles.text}>
            This withdrawal was released and goes out with the next bank file. You can still cancel it.
          </p>
          <Answer ticket={ticket} isRefusal />
        </>
      ) : (
        <p className={styles.text}>This withdrawal does not wait for an answer any more.</p>
      )}
    </EntryPage>
  );
}

const Answer = ({ ticket, isRefusal }: { ticket: string; isRefusal: boolean }) => (
  <ActionForm
    action="/dashboard/actions/answer-withdrawal"
    submit={isRefusal ? "Refuse and cancel withdrawal" : "Confirm withdrawal"}
    kind={isRefusal ? "danger" : "primary"}
    values={{ ticket, answer: isRefusal ? "refuse" : "confirm" }}
  />
);

export const NoSuchHold = () => (
  <EntryPage
    title="This link is not valid"
    lead="Copy the whole link from the mail, or answer in the dashboard under Withdrawals."
  >
    <p className={styles.links}>
      <a href="/dashboard/sign-in">Sign in</a>
    </p>
  </EntryPage>
);

/** The dashboard form with which an owner confirms a held withdrawal. To refuse it, the owner cancels it. */
export function ConfirmHold({ mode, id, confirmBy, zone }: { mode: string; id: string; confirmBy: Date; zone: Zone }) {
  return (
    <>
      <p>
        Your account has not paid this payee before. The withdrawal is held until you confirm it. Without an answer, it
        is released at <Moment at={confirmBy} zone={zone} />.
      </p>
      <ActionForm
        action={`/dashboard/${mode}/actions/confirm-withdrawal`}
        submit="Confirm withdrawal"
        done="Withdrawal confirmed."
        values={{ transaction_id: id }}
      >
        <PasswordField />
      </ActionForm>
    </>
  );
}
