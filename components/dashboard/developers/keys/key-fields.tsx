import { ChoiceGroups } from "@/components/dashboard/developers/choice-groups";
import { PasswordField } from "@/components/dashboard/ui/shared-fields";
import { SelectField, TextField } from "@/components/ui/form/field";
import type { KeyRecord } from "@/lib/auth/contract";
import { formatMoment, type Zone } from "@/lib/format/dates";
import { day, later } from "@/lib/kit/clock";
import { AddressesField } from "./addresses-field";
import styles from "./key-form.module.css";
import { scopeGroups } from "./scope-groups";

const inDays = (days: number): string =>
  `${later(days * day)
    .toISOString()
    .slice(0, 10)}T00:00:00Z`;

/** The options for the expiry of an API key. A key that expires keeps its expiry as the first option. */
function expiryOptions(current: string | null, zone: Zone) {
  return [
    ...(current ? [{ value: current, label: `On ${formatMoment(current, "date", zone)}` }] : []),
    { value: inDays(7), label: "In 7 days" },
    { value: inDays(30), label: "In 30 days" },
    { value: inDays(90), label: "In 90 days" },
    { value: inDays(365), label: "In 1 year" },
    { value: "never", label: "Never" },
  ];
}

type Props = {
  /** The permissions that the member may grant. */
  allowed: readonly string[];
  /** Whether the account has permissions that this member may not grant. */
  hasWiderScopes: boolean;
  /** The key to change, or null for a new one. */
  apiKey: KeyRecord | null;
  zone: Zone;
};

const roleHint = "These are the permissions of your role. An owner can grant others.";
const widenHint = "Needed only to give the key more permissions, more addresses or more time.";

/** The fields to create or edit an API key. A new key expires after a year unless the member chooses otherwise. */
export function KeyFields({ allowed, hasWiderScopes, apiKey, zone }: Props) {
  const expiry = apiKey ? (apiKey.expires_at ?? "never") : inDays(365);
  return (
    <>
      <TextField
        name="name"
        label="Name"
        hint="Where the key is used. You can change it later."
        value={apiKey?.name}
        maxLength={64}
        autoComplete="off"
      />
      <div className={styles.pair}>
        <SelectField
          name="expires_at"
          label="Expires"
          options={expiryOptions(apiKey?.expires_at ?? null, zone)}
          value={expiry}
        />
        <AddressesField cidrs={apiKey?.cidrs ?? []} />
      </div>
      <ChoiceGroups
        name="scopes"
        label="Access"
        noun="permissions"
        hint={hasWiderScopes ? roleHint : undefined}
        groups={scopeGroups(allowed)}
        chosen={apiKey?.scopes ?? []}
      />
      {apiKey ? (
        <PasswordField why={widenHint} isOptional />
      ) : (
        <PasswordField why="A key acts for your account, so we check that it is you." />
      )}
    </>
  );
}
