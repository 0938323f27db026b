/**
 * The ISO 8583 codes with which a bank or an acquirer declines a charge, by category. Everything that a decline causes
 * follows from its category. lib/checkout/page/notices.ts has the payer's notice of each category.
 */
type Consequences = {
  codes: string;
  /** The merchant's text. It never mentions theft or fraud, because the payer reads it in the address bar. */
  text: string;
  /** `error` if the merchant's account, our request or the acquirer is at fault, and not the card. */
  status: "failed" | "error";
  /** The card is blocked for the rest of the session, and everyone but the operator sees a plain decline (05). */
  isHard: boolean;
  /** Only the operator can correct the cause. */
  alertsOperator: boolean;
};

const failed = { status: "failed", isHard: false, alertsOperator: false } as const;
const hard = { ...failed, isHard: true } as const;
const error = { ...failed, status: "error" } as const;
const operatorError = { ...error, alertsOperator: true } as const;

const plainText = "Transaction is declined.";

const categories = {
  do_not_honor: { ...failed, codes: "05 17 18 XA XD", text: plainText },
  /** Approvals with a condition or for a part of the amount. If the acquirer reports them as declined, they are. */
  approved_variant: { ...failed, codes: "08 10 11 16 32", text: plainText },
  pickup: { ...hard, codes: "04 07 41 43 67", text: plainText },
  suspected_fraud: { ...hard, codes: "34 59 63 93", text: plainText },
  call_issuer: { ...failed, codes: "01 02", text: "The customer must contact the card issuer." },
  issuer_unavailable: {
    ...failed,
    codes: "09 19 28 68 90 91 92 96 98 N0",
    text: "The card issuer is unavailable.",
  },
  insufficient_funds: { ...failed, codes: "51", text: "Insufficient funds." },
  limit_exceeded: { ...failed, codes: "61 65", text: "The card's limit is exceeded." },
  invalid_amount: { ...failed, codes: "13 64", text: "The amount is not accepted." },
  invalid_transaction: { ...failed, codes: "12", text: "The transaction is not allowed." },
  not_permitted: {
    ...failed,
    codes: "31 36 40 57 62 N3 N4 P2 P5 P6",
    text: "The card cannot be used for this payment.",
  },
  invalid_number: { ...failed, codes: "14 15 56", text: "The card number is incorrect." },
  invalid_account: { ...failed, codes: "39 42 44 46 52 53 78", text: "The card's account is closed or unknown." },
  expired_card: { ...failed, codes: "33 54 80", text: "The card has expired." },
  incorrect_cvc: { ...failed, codes: "82 N7", text: "The security code is incorrect." },
  pin: { ...failed, codes: "38 55 75 81 83 86", text: "The PIN could not be verified." },
  authentication_required: { ...failed, codes: "1A", text: "The card issuer requires authentication." },
  /** An earlier charge may exist. An adapter must inquire about it before it reports a decline. */
  duplicate: { ...failed, codes: "94", text: "The transaction is a duplicate." },
  request_error: { ...error, codes: "30 97", text: "The payment details are not accepted." },
  processing_error: {
    ...error,
    codes: "06 20 21 22 23 24 26 27 29 84 85 88 95 99",
    text: "The payment could not be processed.",
  },
  merchant_config: {
    ...operatorError,
    codes: "03 35 37 58 60 66 89",
    text: "The merchant account cannot take this payment.",
  },
  reference_error: { ...operatorError, codes: "25 76 77", text: "The original transaction was not found." },
} satisfies Record<string, Consequences>;

export type DeclineCategory = keyof typeof categories;

type Decline = Omit<Consequences, "codes"> & { category: DeclineCategory };

const declines: ReadonlyMap<string, Decline> = new Map(
  (Object.keys(categories) as DeclineCategory[]).flatMap((category) => {
    const { codes, ...consequences } = categories[category];
    return codes.split(" ").map((code) => [code, { category, ...consequences }] as const);
  }),
);

const plainDecline: Decline = { ...failed, category: "do_not_honor", text: plainText };

/** Returns what a decline with this code causes. A code that is not listed is a plain decline. */
export const declineOf = (code: string): Decline => declines.get(code) ?? plainDecline;

export const declineCodes: readonly string[] = [...declines.keys()].sort();

/** The codes after which a card is refused for the rest of its session. */
export const cardEndingCodes: readonly string[] = declineCodes.filter((code) => declineOf(code).isHard);
