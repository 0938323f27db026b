import type { Minor } from "@/lib/kit/money";
import type { CardNetwork } from "@/lib/reference/card-networks";
import type { Currency } from "@/lib/reference/currencies";
import type { Platform } from "@/lib/reference/platforms";
import type { Simulation } from "@/lib/reference/simulation";

/**
 * The card acquirer, seen from here. Every operation is named by an identifier of ours that was
 * written down before the call: after a timeout there is no other. No method throws for an answer
 * of the acquirer's; what is thrown, or takes too long, is an unknown outcome (see call.ts).
 */
export interface Gateway {
  /** Asks for a charge. The answer may be a page of the bank's to show first. */
  authorise(request: AuthoriseRequest): Promise<Outcome>;
  /** Hands in what the bank's page sent back. Only this, after a challenge, can move money. */
  completeChallenge(answer: ChallengeAnswer): Promise<Outcome>;
  /** What became of a charge. Asking never changes it. */
  inquire(attemptId: string): Promise<Outcome>;
  /** Takes a charge back as if it never was. Repeating it is harmless. */
  void(attemptId: string): Promise<Outcome>;
  refund(request: RefundRequest): Promise<Outcome>;
  /** Origins, beside our own, that the bank's page in the frame may come from: a CSP source list. */
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
  /** A micro-charge, which proves the card by its amount: that is not to be shown where it can be helped. */
  isVerification: boolean;
  /**
   * Cards are being tried out: only an authenticated payer may be charged. The acquirer asks for 3DS whatever the card
   * and its issuer usually want, and declines with "3D" where nobody was authenticated. It never approves such a charge
   * without `isAuthenticated`; should it do so, the checkout voids the charge and counts it as declined.
   */
  requireAuthentication: boolean;
  /** Where the bank's page sends the browser when it is done: a form POST, across sites. */
  returnUrl: string;
  /** What the sandbox is to do. A live acquirer never sees one. */
  simulation: Simulation | null;
};

/** What 3DS wants to know of the customer's browser. */
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

export type ChallengeAnswer = {
  attemptId: string;
  /** The fields the bank's page posted, as they came. */
  fields: Readonly<Record<string, string>>;
};

export type RefundRequest = {
  refundId: string;
  attemptId: string;
  amount: Minor;
  currency: Currency;
  /** As with a charge: of the sandbox alone. */
  simulation: Simulation | null;
};

export type AvsAnswer = "match" | "street_and_zip_fail" | "street_fail" | "zip_fail" | "unavailable";

export type Outcome =
  /** `isAuthenticated` is true where 3DS authenticated the payer of this very charge. Inquiries repeat it. */
  | { status: "approved"; reference: string; avs: AvsAnswer; isAuthenticated?: true }
  /** `code` is the ISO 8583 response, or "3D" where the customer was not authenticated. */
  | { status: "declined"; code: string }
  /** A page to show to the customer, in a frame or by itself. Nothing is charged yet. */
  | { status: "challenge"; html: string }
  /** Nobody knows yet: never a decline, never to be sent again. */
  | { status: "unknown" }
  /** The gateway refused the request as such. Nothing was charged. */
  | { status: "error"; reason: string }
  /** The gateway has never heard of it. */
  | { status: "not_found" }
  | { status: "voided" }
  | { status: "refunded" };
