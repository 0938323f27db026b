import { ActionForm } from "@/components/dashboard/ui/action-form";
import styles from "@/components/dashboard/ui/action-form.module.css";
import { Badge } from "@/components/ui/badge";
import buttons from "@/components/ui/button.module.css";
import { Card } from "@/components/ui/card";
import { SelectField, TextField } from "@/components/ui/form/field";
import { Moment } from "@/components/ui/moment";
import { DataTable } from "@/components/ui/table/data-table";
import type { DeskView } from "@/lib/dashboard/views/operator-desk";

type Props = Pick<DeskView, "accounts"> & { mode: string; wanted: string | undefined };
type Account = DeskView["accounts"][number];

/** The accounts that need the operator's attention, or the accounts that match a search. */
export function Accounts({ mode, wanted, accounts }: Props) {
  return (
    <Card title="Accounts">
      <form method="get" className={styles.form}>
        <TextField
          name="account"
          label="Account number or email"
          hint="Leave it empty for the newest accounts that wait to be verified, or to go live."
          value={wanted}
        />
        <div className={styles.foot}>
          <button type="submit" className={buttons.secondary}>
            Find
          </button>
        </div>
      </form>
      <DataTable
        caption="Accounts and their actions"
        columns={["Account", "Opened (UTC)", "State", ""]}
        empty={wanted ? "There is no such account." : "No account is waiting for you."}
        rows={accounts.map((account) => ({
          key: account.accountNumber,
          cells: [
            <Identity key="identity" account={account} />,
            <Moment key="opened" at={account.createdAt} format="shortWithYear" />,
            <State key="state" account={account} />,
            <AccountActions key="actions" mode={mode} account={account} />,
          ],
        }))}
      />
    </Card>
  );
}

function Identity({ account: { name, accountNumber, email } }: { account: Account }) {
  return (
    <>
      {name}
      <br />
      {accountNumber}
      <br />
      {email}
    </>
  );
}

function State({ account: { isVerified, live } }: { account: Account }) {
  return (
    <div>
      <Badge tone={isVerified ? "success" : "warning"}>{isVerified ? "Verified" : "Not verified"}</Badge>
      <br />
      {live.length > 0 ? `Live in ${live.map(({ label }) => label).join(", ")}` : "Not live"}
    </div>
  );
}

function AccountActions({ mode, account }: { mode: string; account: Account }) {
  const { accountNumber, isVerified, notYetLive } = account;
  const values = { account_number: accountNumber };
  const path = `/dashboard/${mode}/actions`;
  return (
    <div className={styles.foot}>
      {!isVerified && (
        <ActionForm action={`${path}/operator-verify`} values={values} submit="Verify" kind="secondary" />
      )}
      {notYetLive.length > 0 && (
        <ActionForm action={`${path}/operator-live-enable`} values={values} submit="Go live" kind="secondary">
          <SelectField name="platform" label="Platform" options={notYetLive} value={notYetLive[0]?.value} />
        </ActionForm>
      )}
      <ActionForm action={`${path}/operator-unlock`} values={values} submit="Unlock sign-in" kind="secondary" />
    </div>
  );
}
