import styles from "@/components/dashboard/payments/overview.module.css";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { PasswordField } from "@/components/dashboard/ui/password-field";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { type FactRow, Facts } from "@/components/ui/table/facts";
import { type Bank, ForeignBankFields, LocalBankFields } from "./bank-fields";

type Stored = Readonly<Record<string, string | null>>;
type Platform = { code: string; name: string; currency: string; banks: readonly Bank[] };

type Props = {
  mode: string;
  local: Stored | null;
  foreign: Stored | null;
  /** The country of the local bank account. */
  platform: Platform;
  platforms: readonly { code: string; name: string }[];
};

/** The local and the foreign bank account, shown by their last digits, with forms to add, change and remove them. */
export function Banks({ mode, local, foreign, platform, platforms }: Props) {
  const { currency } = platform;
  // The form drops the stored values of a bank in another country, because each country has its own banks and branches.
  const kept = local && (local.currency === currency ? local : { bank_account: local.bank_account ?? null });
  return (
    <>
      <PageHead title="Bank accounts">
        <p>Where your own withdrawals go. They are the same in test and live.</p>
      </PageHead>
      <Notice tone="warning">
        <p>
          In live, a bank account that was added or changed gets no withdrawal for 48 hours, and you are written a mail
          about it.
        </p>
      </Notice>
      <Card title="Local bank account">
        <Shown bank={local} />
        {platforms.length > 1 && (
          <nav aria-label="Country of the bank" className={styles.choices}>
            {platforms.map(({ code, name }) => (
              <a
                key={code}
                href={`/dashboard/${mode}/banks?platform=${code}`}
                aria-current={code === platform.code ? "true" : undefined}
              >
                {name}
              </a>
            ))}
          </nav>
        )}
        <BankForm key={currency} mode={mode} type="local" isStored={local !== null} currency={currency}>
          <p>
            At a bank in {platform.name}, for withdrawals in {currency}.
          </p>
          <LocalBankFields banks={platform.banks} values={kept ?? {}} />
        </BankForm>
      </Card>
      <Card title="Foreign bank account">
        <Shown bank={foreign} />
        <BankForm mode={mode} type="foreign" isStored={foreign !== null} currency="USD">
          <p>For withdrawals in USD.</p>
          <ForeignBankFields values={foreign ?? {}} />
        </BankForm>
      </Card>
    </>
  );
}

const labelOf = (field: string) => field.charAt(0).toUpperCase() + field.slice(1).replaceAll("_", " ");

function Shown({ bank }: { bank: Stored | null }) {
  if (!bank) return <p>There is none yet.</p>;
  const facts = Object.entries(bank).flatMap(([field, value]): FactRow[] => (value ? [[labelOf(field), value]] : []));
  return <Facts facts={facts} />;
}

type FormProps = {
  mode: string;
  type: "local" | "foreign";
  isStored: boolean;
  currency: string;
  children: React.ReactNode;
};

function BankForm({ mode, type, isStored, currency, children }: FormProps) {
  const actionOf = (name: string) => `/dashboard/${mode}/actions/${name}`;
  if (!isStored) {
    return (
      <ActionForm action={actionOf("add-bank")} submit={`Add ${type} bank account`} values={{ type, currency }}>
        {children}
        <PasswordField />
      </ActionForm>
    );
  }
  return (
    <>
      <details className={styles.more}>
        <summary>Change it</summary>
        <ActionForm
          action={actionOf("update-bank")}
          submit={`Change ${type} bank account`}
          done="Saved."
          values={{ type, currency }}
        >
          {children}
          <PasswordField />
        </ActionForm>
      </details>
      <ActionForm
        action={actionOf("remove-bank")}
        submit={`Remove ${type} bank account`}
        kind="danger"
        values={{ type }}
        confirm={{
          title: `Remove your ${type} bank account?`,
          text: `You cannot withdraw to a ${type} bank account without it.`,
          keep: "Keep bank account",
        }}
      />
    </>
  );
}
