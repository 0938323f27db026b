import { SelectField, TextField } from "@/components/ui/form/field";
import type { PlatformChoices } from "@/lib/dashboard/views/platform-choices";

type Values = Readonly<Record<string, string | null>>;

const toOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

type LocalProps = Pick<PlatformChoices["platform"], "banks"> & { values?: Values };

/** Fields of a local bank account. A bank has branches only in countries whose payment clearing needs them. */
export function LocalBankFields({ banks, values = {} }: LocalProps) {
  const branches = [...new Set(banks.flatMap((bank) => bank.branches ?? []))].sort();
  return (
    <>
      <SelectField
        name="bank_name"
        label="Bank"
        empty="Choose a bank"
        options={toOptions(banks.map(({ name }) => name))}
        value={values.bank_name ?? undefined}
      />
      {branches.length > 0 && (
        <>
          <SelectField
            name="bank_branch"
            label="Branch"
            empty="Choose a branch"
            hint="A branch of the bank that you chose."
            options={toOptions(branches)}
            value={values.bank_branch ?? undefined}
          />
          <SelectField
            name="bank_account_type"
            label="Kind of account"
            empty="Choose one"
            options={[
              { value: "chequing", label: "Chequing" },
              { value: "savings", label: "Savings" },
            ]}
            value={values.bank_account_type ?? undefined}
          />
        </>
      )}
      <NumberField name="bank_account" kept={values.bank_account} />
      <TextField name="name_in_bank" label="Name on the account" maxLength={255} value={values.name_in_bank ?? ""} />
    </>
  );
}

/** Fields of a foreign bank account in USD. */
export function ForeignBankFields({ values = {} }: { values?: Values }) {
  const text = (name: string, label: string, more: { hint?: string; isOptional?: boolean } = {}) => (
    <TextField name={name} label={label} maxLength={255} value={values[name] ?? ""} {...more} />
  );
  return (
    <>
      {text("beneficiary_name", "Name on the account")}
      <NumberField name="beneficiary_account_number" kept={values.beneficiary_account_number} />
      {text("beneficiary_address", "Address of the account's owner")}
      {text("beneficiary_bank", "Bank")}
      {text("beneficiary_bank_swift_or_routing_code", "SWIFT or routing code", {
        hint: "8 or 11 characters, or 9 digits.",
      })}
      {text("bank_address", "Address of the bank")}
      {text("intermediary_bank", "Intermediary bank", { isOptional: true })}
      {text("intermediary_bank_swift_code", "SWIFT code of the intermediary bank", { isOptional: true })}
    </>
  );
}

/** The field for an account number. It starts empty, because a stored number is never shown in full. */
function NumberField({ name, kept }: { name: string; kept: string | null | undefined }) {
  const hint = kept ? { hint: `Leave it empty to keep ${kept}.` } : {};
  return <TextField name={name} label="Account number" autoComplete="off" {...hint} />;
}
