import type { Rule } from "@/lib/kit/problems";

/**
 * The words of each field in the sentences about its errors, in the words of its label. `form-words.ts` has the fields
 * that one form calls differently. A sentence has the placeholders {name}, {verb} and the values of its rule.
 */
export type FieldWords =
  | {
      /** The field within a sentence, as in "Enter {name}." */
      name: string;
      verb?: "Enter" | "Choose";
      /** Sentences that differ from the common ones, by rule. */
      says?: Partial<Record<Rule, string>>;
    }
  /** One sentence for every rule: a field with one way to fill it, or without a way to get it wrong. */
  | { always: string };

/** A field that the page fills in. A person can only open the page again. */
const filledByPage = { always: "This page is out of date. Reload it and try again." };
const fromMail = { always: "Open the link in the mail again, and copy the whole link." };

const choose = (name: string): FieldWords => ({ name, verb: "Choose" });
const text = (name: string, format?: string): FieldWords => ({ name, ...(format && { says: { format } }) });

const header = (name: string): FieldWords => ({
  name,
  says: {
    format: "Enter {name} such as X-Shop-Signature: X-, then letters, digits and hyphens.",
    unavailable: "Enter another name for {name}. Tradewind uses this one.",
    reused: "Enter another name for {name}. Each header needs its own.",
  },
});

const bankCode = (name: string) => text(name, "Enter {name} with 8 or 11 characters, or a routing number of 9 digits.");

const day = (name: string): FieldWords => ({
  name,
  verb: "Choose",
  says: { format: "Choose a day that the calendar has." },
});

const httpsAddress = "Enter {name} so that it starts with https://, on port 443 or 8443.";
const ownHost = "Enter {name} on one of your hosts. Add the host under Allowed addresses first.";
const hosts = (name: string): FieldWords => ({
  name,
  says: { format: "Change “{text}” so that it looks like {example}." },
});

const secret = (name: string): FieldWords => ({
  name,
  says: {
    incorrect: "Check {name}. It is wrong.",
    weak: "Choose {name} that is harder to guess. See the rules below the field.",
    reused: "Choose {name} that you have not used before.",
  },
});

export const fieldWords: Readonly<Record<string, FieldWords>> = {
  account_number: filledByPage,
  accent_colour: text("the accent colour", "Enter {name} as # and six digits or letters from a to f, such as #00687a."),
  address: text("the URL that your shop received"),
  allows_more_time: filledByPage,
  amount: text("an amount"),
  amount_max: text("the highest amount", "Enter the highest amount above the lowest one."),
  amount_min: text("the lowest amount"),
  answer: filledByPage,
  ask: choose("what to ask the payer for"),
  avs: filledByPage,
  bank_account: text("the account number", "Enter the account number with the digits that this bank uses."),
  bank_account_type: choose("the kind of account"),
  bank_address: text("the address of the bank"),
  bank_branch: {
    name: "the branch",
    verb: "Choose",
    says: { format: "Choose a branch of this bank." },
  },
  bank_name: { name: "the bank", verb: "Choose", says: { format: "Choose a bank from the list." } },
  beneficiary_account_number: text(
    "the account number",
    "Enter the account number with 4 to 34 digits and capital letters.",
  ),
  beneficiary_address: text("the address of the account’s holder"),
  beneficiary_bank: text("the name of the bank"),
  beneficiary_bank_swift_or_routing_code: bankCode("the bank’s SWIFT code"),
  beneficiary_name: text("the name of the account’s holder"),
  card: choose("the card"),
  cidrs: text(
    "the addresses of your servers",
    "Enter addresses such as 203.0.113.7, or ranges such as 203.0.113.0/24.",
  ),
  clear: filledByPage,
  code: { name: "the code", says: { incorrect: "Check the code. Look at your app again, and at your phone’s clock." } },
  computed: text("the hash that your code computed"),
  confirm_password: { name: "the new password again", says: { unlike: "Enter the same new password in both fields." } },
  country_code: { name: "the country", verb: "Choose", says: { format: "Choose a country of your account." } },
  currencies: { name: "the currencies", verb: "Choose", says: { format: "Choose among the currencies of the list." } },
  currency: { name: "the currency", verb: "Choose", says: { format: "Choose a currency of your account." } },
  data: text("your own note"),
  description: text("the description"),
  dialog: filledByPage,
  display_name: text("the name that your customers see", "Enter {name} with letters, and without a web address."),
  email: text("your email address", "Enter your email address, such as name@example.com."),
  enabled: filledByPage,
  encodes_data: filledByPage,
  end_date: day("the last day"),
  environment: filledByPage,
  event_header: header("the event header"),
  events: { name: "at least one event", verb: "Choose" },
  expires_at: {
    name: "when it expires",
    verb: "Choose",
    says: { future: "Choose a time in the future for when it expires." },
  },
  fee_structure: { name: "who pays the processing fee", verb: "Choose" },
  filters: filledByPage,
  first_name: text("your first name"),
  form_posts: filledByPage,
  found: filledByPage,
  frame_origins: hosts("the sites that may frame the checkout"),
  hours: choose("when the link expires"),
  id_header: header("the ID header"),
  id_number: text("the number of the document", "Enter the number as it stands on the identity document."),
  id_type: choose("the identity document"),
  intermediary_bank: text("the intermediary bank"),
  intermediary_bank_swift_code: bankCode("the SWIFT code of the intermediary bank"),
  kid: filledByPage,
  label: text("the customer"),
  last_name: text("your last name"),
  list: filledByPage,
  live: filledByPage,
  max_quantity: {
    name: "the most pieces in one payment",
    says: { unavailable: "Enter fewer pieces: together they cost more than one payment may." },
  },
  max_uses: {
    name: "the stock",
    says: { at_least: "Enter a stock of at least {min}: that many are sold already." },
  },
  _method: filledByPage,
  method: choose("the method"),
  name: text("a name"),
  name_in_bank: text("the name on the account"),
  new_password: secret("a new password"),
  next: filledByPage,
  old_password: secret("your old password"),
  only: filledByPage,
  open: filledByPage,
  order_status_url: {
    name: "the order status URL",
    says: {
      format: "Enter the order status URL with {order_id} in its path or query, so that it starts with https://.",
      unavailable: ownHost,
    },
  },
  outcome: choose("how the chargeback ended"),
  overlap_seconds: choose("the overlap"),
  page: filledByPage,
  page_size: filledByPage,
  paid_words: text("the words for paid"),
  password: secret("your password"),
  password_grant: filledByPage,
  path: text("the path"),
  payment_link_id: filledByPage,
  phone: text("the phone number", "Enter the phone number with its country code, such as +18685550123."),
  picture: {
    name: "a picture",
    verb: "Choose",
    says: {
      format: "Choose another picture: JPEG, PNG, GIF, BMP or SVG, not animated, and at most 25 megapixels.",
      too_long: "Choose a smaller picture, of at most 5 MB.",
    },
  },
  platform: choose("the platform"),
  reason: choose("the reason"),
  recipient_name: text("the recipient’s name"),
  reference: text("the reference", "Enter the whole reference, such as 3f0c2b9e-5d1a-4c8e-9f27-6b1d0a4e7c35."),
  refuses_paid_orders: filledByPage,
  remove_picture: filledByPage,
  response_hosts: hosts("the hosts of your shop"),
  response_url: {
    name: "where the customer goes afterwards",
    says: { format: "Enter {name} so that it starts with https://.", unavailable: ownHost },
  },
  return_url: {
    name: "the return URL",
    says: { format: httpsAddress, unavailable: ownHost },
  },
  revoke_kids: choose("which API keys to revoke"),
  role: choose("a role"),
  sandbox: filledByPage,
  scopes: {
    name: "at least one kind of access",
    verb: "Choose",
  },
  search: text("what to search for"),
  second_signature: choose("what the second signature covers"),
  sends_customer_name: filledByPage,
  signature_header: header("the signature header"),
  since: choose("from when on to resend"),
  start_body: text("the form fields for the start URL"),
  start_date: day("the first day"),
  start_url: { name: "the start URL", says: { format: httpsAddress, unavailable: ownHost } },
  status: choose("the status"),
  support_contact: text("the support contact"),
  thanks: text("the thank-you text"),
  ticket: fromMail,
  timestamp_header: header("the timestamp header"),
  title: text("what you sell"),
  transaction_id: filledByPage,
  type: choose("the kind of account"),
  unpaid_words: text("the words for unpaid"),
  url: text("the URL", "Enter the URL so that it starts with https://, on port 443 or 8443."),
  version_header: header("the version header"),
  view_id: filledByPage,
  webhook_id: choose("the webhook endpoint"),
  with_deleted: filledByPage,
  withdrawal_type: choose("where the money goes"),
};
