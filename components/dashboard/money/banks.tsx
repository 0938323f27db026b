import { Landmark, Plus } from "lucide";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import layout from "@/components/dashboard/ui/layout.module.css";
import { PasswordField } from "@/components/dashboard/ui/shared-fields";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { DialogLink, SidePanel } from "@/components/ui/overlay/dialog";
import { PageHead } from "@/components/ui/page-head";
import { ChoiceMenu } from "@/components/ui/sections/choice-menu";
import { type FactRow, Facts } from "@/components/ui/table/facts";
import type { PlatformChoices } from "@/lib/dashboard/views/platform-choices";
import { bankTypeWords, wordForValue } from "@/lib/format/value-words";
import { ForeignBankFields, LocalBankFields } from "./bank-fields";

type Stored = Readonly<Record<string, string | null>>;
type BankType = keyof typeof bankTypeWords;

/** `platform` is the country of the local bank account. */
type Props = PlatformChoices & {
  mode: string;
  local: Stored | null;
  foreign: Stored | null;
  /** The bank account whose panel is open. */
  open: BankType | null;
};

/** The local and the foreign bank account, shown by their last digits. A panel adds or changes one. */
export function Banks(props: Props) {
  const { mode, local, foreign, open } = props;
  return (
    <>
      <PageHead title="Bank accounts">
        <p>Your withdrawals go to these accounts. They are the same in test and live.</p>
      </PageHead>
      <div className={layout.notice}>
        <Notice tone="info">
          In live mode, a new or changed bank account gets no withdrawals for 48 hours. We send you an email about each
          change.
        </Notice>
      </div>
      <div className={layout.stack}>
        <BankCard mode={mode} type="local" bank={local}>
          A bank account in your country, for withdrawals in its currency.
        </BankCard>
        <BankCard mode={mode} type="foreign" bank={foreign}>
          A bank account in another country, for withdrawals in USD.
        </BankCard>
      </div>
      {open === "local" && <LocalPanel {...props} />}
      {open === "foreign" && <ForeignPanel {...props} />}
    </>
  );
}

type CardProps = { mode: string; type: BankType; bank: Stored | null; children: string };

function BankCard({ mode, type, bank, children }: CardProps) {
  const edit = `/dashboard/${mode}/banks?open=${type}`;
  if (!bank) {
    return (
      <Card title={bankTypeWords[type]}>
        <EmptyState
          icon={Landmark}
          title={`No ${type} bank account yet`}
          action={
            <DialogLink href={edit} look="secondary">
              <Icon of={Plus} />
              Add {type} bank account
            </DialogLink>
          }
          text={children}
        />
      </Card>
    );
  }
  return (
    <Card
      title={bankTypeWords[type]}
      action={
        <div className={layout.actions}>
          <ActionForm
            action={`/dashboard/${mode}/actions/remove-bank`}
            submit="Remove"
            kind="quiet"
            size="small"
            busy="Removing…"
            values={{ type }}
            done="Bank account removed."
            confirm={{
              title: `Remove your ${type} bank account?`,
              text: `You cannot withdraw to a ${type} bank account until you add another one.`,
              keep: "Keep bank account",
              isDangerous: true,
            }}
          />
          <DialogLink href={edit} look="secondary">
            Change
          </DialogLink>
        </div>
      }
    >
      <Facts facts={factsOf(bank)} />
    </Card>
  );
}

const labelOf = (field: string) => field.charAt(0).toUpperCase() + field.slice(1).replaceAll("_", " ");
const labels: Readonly<Record<string, string>> = {
  bank_name: "Bank",
  bank_branch: "Branch",
  bank_account: "Account number",
  bank_account_type: "Kind of account",
  name_in_bank: "Name on the account",
  beneficiary_name: "Name on the account",
  beneficiary_account_number: "Account number",
  beneficiary_address: "Address of the owner",
  beneficiary_bank: "Bank",
  beneficiary_bank_swift_or_routing_code: "SWIFT or routing code",
  intermediary_bank_swift_code: "SWIFT code of the intermediary bank",
};

const factsOf = (bank: Stored): FactRow[] =>
  Object.entries(bank).map(([field, value]) => [labels[field] ?? labelOf(field), value && wordForValue(value)]);

function LocalPanel({ mode, local, platform, platforms }: Props) {
  const { currency } = platform;
  // The form drops the stored values of a bank in another country, because each country has its own banks and branches.
  const kept = local && (local.currency === currency ? local : { bank_account: local.bank_account ?? null });
  return (
    <SidePanel
      title={local ? "Change local bank account" : "Add local bank account"}
      lead={`At a bank in ${platform.name}, for withdrawals in ${currency}.`}
      closeHref={`/dashboard/${mode}/banks`}
    >
      {platforms.length > 1 && (
        <div className={layout.labelled}>
          <span>Country of the bank</span>
          <ChoiceMenu
            label="Country of the bank"
            chosen={platform.name}
            options={platforms.map(({ code, name }) => ({
              label: name,
              href: `/dashboard/${mode}/banks?open=local&platform=${code}`,
              isCurrent: code === platform.code,
            }))}
          />
        </div>
      )}
      <BankForm key={currency} mode={mode} type="local" isStored={local !== null} currency={currency}>
        <LocalBankFields banks={platform.banks} values={kept ?? {}} />
      </BankForm>
    </SidePanel>
  );
}

const ForeignPanel = ({ mode, foreign }: Props) => (
  <SidePanel
    title={foreign ? "Change foreign bank account" : "Add foreign bank account"}
    lead="For withdrawals in USD."
    closeHref={`/dashboard/${mode}/banks`}
  >
    <BankForm mode={mode} type="foreign" isStored={foreign !== null} currency="USD">
      <ForeignBankFields values={foreign ?? {}} />
    </BankForm>
  </SidePanel>
);

type FormProps = { mode: string; type: BankType; isStored: boolean; currency: string; children: React.ReactNode };

function BankForm({ mode, type, isStored, currency, children }: FormProps) {
  const list = `/dashboard/${mode}/banks`;
  return (
    <ActionForm
      action={`/dashboard/${mode}/actions/${isStored ? "update-bank" : "add-bank"}`}
      submit={isStored ? `Change ${type} bank account` : `Add ${type} bank account`}
      values={{ type, currency }}
      done={isStored ? "Bank account changed." : "Bank account added."}
      next={list}
      cancelHref={list}
    >
      {children}
      <PasswordField />
    </ActionForm>
  );
}
