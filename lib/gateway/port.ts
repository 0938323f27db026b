import type { Minor } from "@/lib/kit/money";
import type { CardNetwork } from "@/lib/reference/card-networks";
import type { Currency } from "@/lib/reference/currencies";
import type { Platform } from "@/lib/reference/platforms";
import type { Simulation } from "@/lib/reference/simulation";

/**
 * The port to a card acquirer. Every operation has an id of ours that was stored before the call, because after a
 * timeout it is the only id to inquire with. Answers of the acquirer are returned, never thrown. An exception or a
 * timeout is an unknown outcome (see call.ts).
 */
export interface Gateway {
  /** Requests a charge. The outcome may be a challenge page of the bank to show first. */
  authorise(request: AuthoriseRequest): Promise<Outcome>;
  /** Submits the fields that the bank's page posted. After a challenge, only this call can move money. */
  completeChallenge(answer: ChallengeAnswer): Promise<Outcome>;
  /** Returns the outcome of a charge or a refund without changing it. */
  inquire(attemptId: string): Promise<Outcome>;
  /** Cancels a charge before settlement. Idempotent. */
  void(attemptId: string): Promise<Outcome>;
  refund(request: RefundRequest): Promise<Outcome>;
  /** Origins of the bank's pages, for the CSP of the challenge frame. */
  readonly challengeSources: readonly string[];
}

export type Card = {
  number: string;
  expiryMonth: number;
  /** Four digits. */
  expiryYear: number;
  cvc: string;
  name: string;
  network: CardNetwork;
};

export type AuthoriseRequest = {
  attemptId: string;
  transactionId: string;
  orderId: string;
  amount: Minor;
  currency: Currency;
  platform: Platform;
  card: Card;
  customer: {
    email: string | null;
    phone: string | null;
    address1: string | null;
    address2: string | null;
    city: string | null;
    /** ISO 3166-2. */
    region: string | null;
    zipcode: string | null;
    country: string | null;
  };
  browser: BrowserFacts;
  /** A micro-charge. Its amount proves the card, so the bank's page should hide it if possible. */
  isVerification: boolean;
  /**
   * Set while card testing is suspected: only an authenticated payer may be charged. The acquirer always requires 3DS,
   * and declines with "3D" if authentication fails. The checkout voids an approval without `isAuthenticated` and counts
   * it as declined.
   */
  requireAuthentication: boolean;
  /** The bank's page returns the browser here with a cross-site form POST. */
  returnUrl: string;
  /** Behaviour of the sandbox; always null for a live acquirer. */
  simulation: Simulation | null;
};

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

/** EMV 3DS window sizes, by their code. */
export const challengeWindows = {
  "01": { width: 250, height: 400 },
  "02": { width: 390, height: 400 },
  "03": { width: 500, height: 600 },
  "04": { width: 600, height: 400 },
  /** Full screen. */
  "05": null,
} as const;

export type ChallengeWindow = keyof typeof challengeWindows;

type ChallengeAnswer = {
  attemptId: string;
  /** The fields that the bank's page posted, unchanged. */
  fields: Readonly<Record<string, string>>;
};

export type RefundRequest = {
  refundId: string;
  attemptId: string;
  amount: Minor;
  currency: Currency;
  /** Behaviour of the sandbox; always null for a live acquirer. */
  simulation: Simulation | null;
};

export type AvsAnswer = "match" | "street_and_zip_fail" | "street_fail" | "zip_fail" | "unavailable";

export type Outcome =
  /** `isAuthenticated` is true if 3DS authenticated the payer of this charge. Inquiries return it too. */
  | { status: "approved"; reference: string; avs: AvsAnswer; isAuthenticated?: true }
  /** `code` is the ISO 8583 response, or "3D" if the customer was not authenticated. */
  | { status: "declined"; code: string }
  /** A page to show to the customer. Nothing is charged yet. */
  | { status: "challenge"; html: string }
  /** The charge may or may not exist. Never treat it as a decline, never send the charge again. */
  | { status: "unknown" }
  /** The gateway refused the request itself. Nothing was charged. */
  | { status: "error"; reason: string }
  /** The gateway does not know the id. */
  | { status: "not_found" }
  | { status: "voided" }
  | { status: "refunded" };
