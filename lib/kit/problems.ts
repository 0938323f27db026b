/**
 * Why an input is refused, for the dashboard's sentences (lib/dashboard/sentences/). The API's messages are written
 * where they are made, and do not depend on these codes.
 */

export type Rule =
  | "required"
  | "format"
  | "too_short"
  | "too_long"
  | "too_many"
  | "characters"
  | "card_number"
  | "choice"
  | "amount"
  | "whole_number"
  | "range"
  | "at_least"
  | "at_most"
  | "future"
  | "incorrect"
  | "unlike"
  | "weak"
  | "reused"
  | "unavailable";

/** Limits and names for the {placeholders} of a sentence. Text is as people read it; numbers get separators. */
export type SentenceValues = Readonly<Record<string, string | number>>;

/** The rule that a field breaks. */
export type Problem = { rule: Rule; values?: SentenceValues };

/** For the `params` of a check in a contract. */
export const breaks = (rule: Rule, values: SentenceValues = {}) => ({ params: { rule, values } satisfies Problem });

/** Why an action is refused as a whole. */
export type Reason =
  | "account_kind"
  | "account_not_verified"
  | "account_unknown"
  | "amount_untrue"
  | "answer_no_longer_awaited"
  | "as_written"
  | "bank_exists"
  | "bank_missing"
  | "bank_needed"
  | "bank_too_new"
  | "beyond_role"
  | "beyond_role_events"
  | "card_closed"
  | "card_tries_over"
  | "card_verified"
  | "chargeback_closed"
  | "chargeback_missing"
  | "code_too_late"
  | "code_wrong"
  | "deliveries_tried"
  | "email_in_use"
  | "endpoint_disabled"
  | "endpoints_max"
  | "foreign_page"
  | "holder_needs_second_factor"
  | "insufficient_funds"
  | "invitations_max"
  | "key_rolled"
  | "keys_max"
  | "link_in_mail_broken"
  | "link_in_mail_old"
  | "links_max"
  | "live_missing"
  | "not_paid"
  | "payment_unknown"
  | "picture_exists"
  | "picture_missing"
  | "public_account"
  | "receipt_limit"
  | "receipt_without_email"
  | "refund_open"
  | "refunded"
  | "refunds_max"
  | "role"
  | "sandbox_only"
  | "second_factor_changed"
  | "second_factor_off"
  | "second_factor_on"
  | "secret_not_next"
  | "sign_in_limited"
  | "sign_in_wrong"
  | "still_running"
  | "taken_back_by_bank"
  | "test_charge"
  | "text_unusable"
  | "views_max"
  | "withdrawal_not_pending";

export type Refusal = { reason: Reason; values?: SentenceValues };
