import type { Minor } from "@/lib/kit/money";
import type { CardNetwork } from "@/lib/reference/card-networks";
import type { Currency } from "@/lib/reference/currencies";
import type { ContactDetails } from "@/lib/reference/customer-details";
import type { Platform } from "@/lib/reference/platforms";
import type { Simulation } from "@/lib/reference/simulation";

/**
 * The port to a card acquirer. We choose the id of every operation and store it before the call. After a timeout, an
 * inquiry needs that id. The acquirer's answers are returned, never thrown. An exception or a timeout means an unknown
 * outcome (see call.ts).
 */
export interface Gateway {
  /** Requests a charge. The outcome may be a challenge page of the bank, which the checkout must show first. */
  authorise(request: AuthoriseRequest): Promise<Outcome>;
  /**
   * Submits what a page of the bank posted. The outcome may be the bank's next page, at most `browserStepsMax` in all.
   * After the first page, only this call can move money.
   */
  completeChallenge(answer: ChallengeAnswer): Promise<Outcome>;
  /** Returns the outcome of a charge or a refund without changing it. */
  inquire(attemptId: string): Promise<Outcome>;
  /** Cancels a charge before settlement. Idempotent: repeated calls have the same result. */
  void(attemptId: string): Promise<Outcome>;
  refund(request: RefundRequest): Promise<Outcome>;
}

/** A bank may first look at the browser and then ask the payer. No attempt has more pages of the bank than this. */
export const browserStepsMax = 3;

/** Reads the clock of an attempt's checkout session. In sandbox, testers can advance and stop this clock. */
export type SessionClock = { timeOf(attemptId: string): Promise<Date> };

export type Card = {
  number: string;
  expiryMonth: number;
  /** The year with four digits, such as 2027. */
  expiryYear: number;
  cvc: string;
  name: string;
  network: CardNetwork;
};

export type AuthoriseRequest = {
  attemptId: string;
  /** The terminal of a live charge. Null in sandbox. */
  terminalId: string | null;
  /** The time of the call by the clock of the checkout session. */
  calledAt: Date;
  transactionId: string;
  orderId: string;
  amount: Minor;
  currency: Currency;
  platform: Platform;
  card: Card;
  /** `region` is an ISO 3166-2 code, such as US-NY. */
  customer: ContactDetails & { email: string | null };
  browser: BrowserFacts;
  /** The merchant asks for AVS, and the payer entered a whole address. */
  verifyAddress: boolean;
  /**
   * True for a micro-charge, which verifies a card. The payer later proves possession of the card by its amount, so the
   * bank's page should hide the amount if possible.
   */
  isVerification: boolean;
  cardUse: CardUse;
  /**
   * Set while card testing is suspected: only an authenticated payer may be charged. The acquirer always requires 3DS,
   * and declines with "3D" if authentication fails. An authentication without a challenge is enough if the gateway
   * itself confirms it. The checkout voids an approval without `isAuthenticated` and counts it as declined.
   */
  requireAuthentication: boolean;
  /** The URL to which the bank's first page returns the browser, with a cross-site form POST. */
  returnUrl: string;
  /** Simulated behaviour, for the sandbox acquirer only. Always null for a live acquirer. */
  simulation: Simulation | null;
};

/**
 * What happens to the card besides this charge. The networks want to know it, and link the later charges of a stored
 * card to the first one by `firstChargeId`, the network's id of it, which every acquirer understands. It is null if the
 * first one had none.
 */
export type CardUse =
  /** The payer enters the card, and it is not stored. */
  | { kind: "once" }
  /** The payer enters the card and lets the merchant store it. */
  | { kind: "stored_now" }
  /** The payer chooses the stored card and is present. */
  | { kind: "used_by_owner"; firstChargeId: string | null }
  /** The merchant charges the stored card by an agreement. The payer is absent, so the bank cannot show a page. */
  | { kind: "used_without_owner"; firstChargeId: string | null };

/** Data about the customer's browser that 3DS requires. */
export type BrowserFacts = {
  userAgent: string;
  accept: string;
  language: string;
  address: string;
  colorDepth: number;
  screenWidth: number;
  screenHeight: number;
  timeZoneOffset: number;
  challengeWindow: ChallengeWindow;
};

/** Sizes in pixels of the 3DS challenge window, by their EMV 3DS code. */
export const challengeWindows = {
  "01": { width: 250, height: 400 },
  "02": { width: 390, height: 400 },
  "03": { width: 500, height: 600 },
  "04": { width: 600, height: 400 },
  /** Code 05 is full screen, so it has no fixed size. */
  "05": null,
} as const;

export type ChallengeWindow = keyof typeof challengeWindows;

export type ChallengeAnswer = {
  attemptId: string;
  /** Which page of the bank this answers: 1 for the first. A repeated answer to an earlier page changes nothing. */
  step: number;
  /** The fields that the bank's page posted, unchanged. */
  fields: Readonly<Record<string, string>>;
  /** The URL to which the bank's next page returns the browser, if there is one. */
  returnUrl: string;
};

export type RefundRequest = {
  refundId: string;
  attemptId: string;
  amount: Minor;
  currency: Currency;
  /** Simulated behaviour, for the sandbox acquirer only. Always null for a live acquirer. */
  simulation: Simulation | null;
};

export type AvsAnswer = "match" | "street_and_zip_fail" | "street_fail" | "zip_fail" | "unavailable";

/** The result of 3DS. It is kept for disputes. */
export type Authentication = {
  /** The transaction status of EMV 3DS, such as Y or A. Null if the card does not take part in 3DS. */
  status: string | null;
  eci: string | null;
  /** The id of the authentication at the directory server. */
  dsTransactionId: string | null;
  /** A text that the card's bank wants the payer to read. */
  bankMessage: string | null;
  /** The gateway itself reported this result. Otherwise only the payer's browser did, which can forge it. */
  isConfirmed: boolean;
};

export type Outcome =
  /**
   * `isAuthenticated` is true if 3DS authenticated the payer. The answer to an inquiry contains it too. An approval
   * that is `unacceptable` does not count as paid and must be voided.
   */
  | {
      status: "approved";
      reference: string;
      avs: AvsAnswer;
      isAuthenticated?: true;
      authentication?: Authentication;
      /** The network's id of this charge, if it stored the card. It links later charges of the card. */
      firstChargeId?: string;
      unacceptable?: "amount" | "authentication";
    }
  /** `code` is the ISO 8583 response, or "3D" if the customer was not authenticated. */
  | { status: "declined"; code: string; authentication?: Authentication }
  /** `html` is the bank's challenge page for the customer. Nothing is charged yet. */
  | { status: "challenge"; html: string }
  /**
   * It is unknown whether the charge exists. Never treat this outcome as a decline, and never send the charge again.
   */
  | { status: "unknown" }
  /** The request never reached the step that moves money. Nothing was charged, and nothing can be charged any more. */
  | { status: "unreachable" }
  /** The gateway rejected the request as invalid. Nothing was charged. Only an operator may be able to mend it. */
  | { status: "error"; reason: string; alertsOperator?: true }
  /**
   * The gateway has no charge or refund with this id. If it `needsVoid`, the gateway's queries may lag behind its
   * charges, so the charge must be voided before it counts as failed. If money `isReserved`, the card's bank holds it
   * although there is no charge, and only a void returns it before it lapses.
   */
  | { status: "not_found"; needsVoid?: true; isReserved?: true }
  | { status: "voided" }
  | { status: "refunded" };
