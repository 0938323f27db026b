import type { Statement } from "@/lib/db/sql";
import type { Minor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";
import type { Credentials } from "./terminals/credentials";

/**
 * The operator's side of an acquirer: health, credentials, and its transactions beside our books. Checkout and refunds
 * use only the `Gateway` (port.ts).
 */
export interface AcquirerOperations {
  /** Whether the health check of a gateway answers. */
  isAlive(baseAddress: string): Promise<boolean>;
  /** Tries credentials with a query, which changes nothing at the gateway. It may tell which currencies are taken. */
  tryCredentials(credentials: Credentials, currency: Currency): Promise<CredentialsVerdict>;
  /** Lists the transactions of a merchant account. A list may be cut off, because page limits may be unknown. */
  listTransactions(credentials: Credentials, period: SearchPeriod): Promise<SearchAnswer>;
  /** Reads one order by the identifier of any of its transactions. Unlike a list, the answer cannot be cut off. */
  readOrder(credentials: Credentials, identifier: string): Promise<OrderAnswer>;
  readonly books: AcquirerBooks;
  /**
   * Selects the durations of the two calls of each charge that began after `since`: first_seconds, payment_seconds and
   * payment_sent_at. They are null while a call is not over.
   */
  callTimes(since: Date): Statement;
  /** Erases secrets of charges that the gateway does not accept any more. */
  eraseExpiredSecrets(): Promise<void>;
}

export type CredentialsVerdict =
  | "accepted"
  | "refused"
  /** The merchant account does not take the currency. */
  | "other_currency"
  /** The gateway's answer says nothing about the credentials. */
  | "unclear";

/** A transaction of the gateway's list. Identifiers are in lower case. */
export type FoundTransaction = {
  identifier: string;
  type: "sale" | "refund" | "void" | "chargeback" | "other";
  isApproved: boolean;
  amount: Minor | null;
  /** Our code of the currency. A currency that we do not have keeps the gateway's name. */
  currency: string | null;
  externalIdentifier: string | null;
  /** The identifier of the sale to which a refund, a void or a chargeback belongs. */
  saleIdentifier: string | null;
  isOrderVoided: boolean;
  /** The refunded total of the order. */
  orderRefunded: Minor | null;
  at: Date | null;
};

/** A period of the gateway's clock. */
export type SearchPeriod = { start: Date; end: Date };

export type SearchAnswer =
  | { kind: "found"; transactions: FoundTransaction[] }
  /** The gateway answered with something else than a list. `fix`: what an operator must do, if that is known. */
  | { kind: "refused"; fix?: string }
  | { kind: "silent" }
  | { kind: "unsent" };

export type OrderAnswer = { kind: "found"; transactions: FoundTransaction[] } | { kind: "absent" } | { kind: "silent" };

/** Our charges and refunds at an acquirer, by the identifiers that it gave them. */
export interface AcquirerBooks {
  /** Finds charges by the time of their first call. */
  findCharges(range: BookedRange): Promise<BookedCharge[]>;
  findCharge(identifier: string, settledBefore: Date): Promise<BookedCharge | undefined>;
  /** Finds refunds, platform refunds included, by the time of their request. */
  findRefunds(range: BookedRange): Promise<BookedRefund[]>;
  findRefundsOf(charge: BookedCharge, settledBefore: Date): Promise<BookedRefund[]>;
  /** Returns the identifiers that belong to charges of any age and terminal. */
  findKnownCharges(identifiers: readonly string[]): Promise<string[]>;
  /** Finds refunds of any age by our id or the gateway's identifier. */
  findKnownRefunds(refundIds: readonly string[], identifiers: readonly string[]): Promise<KnownRefund[]>;
}

/** Rows that changed after `settledBefore` are open. */
type BookedRange = { terminalIds: readonly string[]; from: Date; before: Date; settledBefore: Date };

/** An `open` charge or refund has no final outcome yet, or has got it only recently. */
export type BookedCharge = {
  attemptId: string;
  identifier: string;
  amount: Minor;
  currency: Currency;
  state: "approved" | "declined" | "voided" | "open";
  /** The sum of the successful refunds. */
  refunded: Minor;
  hasOpenRefund: boolean;
  at: Date;
};

export type BookedRefund = {
  refundId: string;
  attemptId: string;
  saleIdentifier: string;
  amount: Minor;
  currency: Currency;
  state: "approved" | "declined" | "open";
  at: Date;
};

export type KnownRefund = { refundId: string; identifier: string | null };
