import type { bankAccountTypes } from "@/lib/reference/banks";
import { cardNetworks } from "@/lib/reference/card-networks";
import type { FeeStructure } from "@/lib/reference/fees";
import type { IdentityDocument } from "@/lib/reference/identity-documents";
import type { AccountType, Environment } from "@/lib/reference/platforms";
import type { Purpose } from "@/lib/reference/purposes";
import { roleLabels } from "@/lib/reference/roles";
import type {
  bankTypes,
  CheckoutMethod,
  MailKind,
  signedContents,
  withdrawalTypes,
} from "@/lib/reference/stored-values";

/**
 * The words for stored values that are not statuses. Other tables: roles in `lib/reference/roles.ts`, audit actions in
 * `lib/audit/actions.ts`, timeline steps in `lib/dashboard/views/timeline-words.ts`.
 */
type Words<Value extends string> = Readonly<Record<Value, string>>;

export const feeStructureWords: Words<FeeStructure> = {
  customer_pay: "Customer pays the fee",
  merchant_absorb: "You pay the fee",
  split: "The fee is shared",
};

export const methodWords: Words<CheckoutMethod> = {
  credit_card_co: "Card with contact details",
  "3co_simple": "Card only",
};

export const purposeWords: Words<Purpose> = {
  payment: "Payment",
  card_create: "Card check",
  card_charge: "Payment with a stored card",
};

export const environmentWords: Words<Environment> = { sandbox: "Test", live: "Live" };

export const accountTypeWords: Words<AccountType> = { PERSONAL: "Personal account", BUSINESS: "Business account" };

export const bankTypeWords: Words<(typeof bankTypes)[number]> = {
  local: "Local bank account",
  foreign: "Foreign bank account",
};

export const bankAccountTypeWords: Words<(typeof bankAccountTypes)[number]> = {
  chequing: "Chequing account",
  savings: "Savings account",
};

export const withdrawalTypeWords: Words<(typeof withdrawalTypes)[number]> = {
  normal: "To your bank account",
  sub_banked: "To another person's bank account",
  sub_unbanked: "To a person without a bank account",
};

export const identityDocumentWords: Words<IdentityDocument> = {
  driver_permit: "Driver's permit",
  national_id: "National ID card",
  passport: "Passport",
};

export const signedContentWords: Words<(typeof signedContents)[number]> = {
  body: "The body",
  timestamp_body: "Timestamp and body",
};

export const mailKindWords: Words<MailKind> = {
  receipt: "Receipt",
  refund: "Refund",
  card_stored: "Card stored",
  email_changed: "Email address changed",
  password_changed: "Password changed",
  key_created: "API key created",
  key_rolled: "API key rolled",
  key_revoked: "API key revoked",
  hash_key_rotated: "Hash key rotated",
  bank_added: "Bank account added",
  bank_changed: "Bank account changed",
  bank_removed: "Bank account removed",
  withdrawal_created: "Withdrawal requested",
  withdrawal_held: "Withdrawal on hold",
  webhook_added: "Webhook endpoint added",
  webhook_moved: "Webhook endpoint moved",
  webhook_disabled: "Webhook endpoint disabled",
  signed_requests_off: "Signatures no longer required",
  addresses_changed: "Allowed addresses changed",
  chargeback_opened: "Chargeback opened",
  chargeback_decided: "Chargeback decided",
  refund_rejected: "Refund rejected",
  sign_up: "Confirm your account",
  sign_up_known: "Sign-up with a known address",
  password_reset: "Password reset",
  invitation: "Invitation",
  email_confirmation: "Confirm your email address",
  email_change: "Confirm a new email address",
  email_lost: "Email address lost",
  member_joined: "Member joined",
  second_factor_enabled: "Second factor enabled",
  second_factor_disabled: "Second factor disabled",
  new_network: "API token for a new network",
};

const namesOf = (labels: Readonly<Record<string, { name: string }>>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([value, { name }]) => [value, name]));

/** Values of columns whose kind the reader does not know, such as the details of an audit entry. */
const anyValue: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...feeStructureWords,
    ...methodWords,
    ...purposeWords,
    ...environmentWords,
    ...accountTypeWords,
    ...bankTypeWords,
    ...bankAccountTypeWords,
    ...withdrawalTypeWords,
    ...identityDocumentWords,
    ...signedContentWords,
    ...namesOf(roleLabels),
    ...namesOf(cardNetworks),
  }),
);

/** The word for a stored value of any kind, or the text itself if it is not such a value. */
export const wordForValue = (value: string): string => anyValue.get(value) ?? value;
