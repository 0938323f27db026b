import { type CommonDials, commonNumbers, type DialWords } from "@/emulator/base/dials";

/**
 * The behaviours of the gateway that no document or capture proves. Each dial chooses one of the possible behaviours.
 * The sentences are shown on the control page.
 */
export const dialChoices = {
  duplicateIdentifier: {
    code_94: "A second sale with the same TransactionIdentifier is refused with ISO code 94.",
    error_97: "A second sale with the same TransactionIdentifier is refused with ISO code 97.",
    starts_again: "A second sale with the same TransactionIdentifier starts again, and both SpiTokens can be paid.",
  },
  usedToken: {
    code_12: "A second payment with the same SpiToken is refused with ISO code 12.",
    same_answer: "A second payment with the same SpiToken repeats the first answer and moves no money.",
    http_400_empty: "A second payment with the same SpiToken gets HTTP 400 without a body.",
  },
  expiredToken: {
    code_12: "A payment with an expired SpiToken is refused with ISO code 12.",
    http_400_empty: "A payment with an expired SpiToken gets HTTP 400 without a body.",
  },
  unknownInquiry: {
    http_404_empty: "A query for an unknown transaction gets HTTP 404 without a body.",
    null_body: "A query for an unknown transaction gets HTTP 200 with the body null.",
    empty_object: "A query for an unknown transaction gets HTTP 200 with the body {}.",
    http_200_empty: "A query for an unknown transaction gets HTTP 200 without a body.",
    code_25: "A query for an unknown transaction gets HTTP 200 with the ISO code 25 and no identifier.",
  },
  inquiryBeforePayment: {
    as_unknown: "Queries do not find a sale before its payment.",
    sp4_record: "Queries return a sale before its payment with the IsoResponseCode SP4.",
  },
  verificationLetters: {
    payment: "Only the payment's answer contains the AVS and CVV letters.",
    inquiry: "Only queries return the AVS and CVV letters.",
    both: "The payment's answer and queries contain the AVS and CVV letters.",
    none: "No answer contains the AVS and CVV letters.",
  },
  settledVoid: {
    code_12: "A void of a settled sale is refused with ISO code 12.",
    code_76: "A void of a settled sale is refused with ISO code 76.",
    accepted: "A void of a settled sale is approved.",
  },
  voidOfUnknown: {
    code_25: "A void of an unknown or unpaid sale is refused with ISO code 25.",
    http_404_empty: "A void of an unknown or unpaid sale gets HTTP 404 without a body.",
    http_200_empty: "A void of an unknown or unpaid sale gets HTTP 200 without a body.",
    code_96:
      "A void of an unknown or unpaid sale is refused with ISO code 96. Any other code works, too, such as code_ZZ.",
    silent: "A void of an unknown or unpaid sale never gets an answer. The socket stays open.",
    approved: "A void of an unknown sale is approved without effect, and a void of an unpaid sale cancels it.",
  },
  microAmounts: {
    accepted: "Amounts below 1.00, and zero, are accepted.",
    code_13: "The payment of an amount below 1.00, or of zero, is declined with ISO code 13.",
  },
  threeDS: {
    run: "3-D Secure runs as the card says.",
    down_3D3: "3-D Secure fails for every card, and the return carries the IsoResponseCode 3D3.",
  },
} as const;

const dialSwitches = {
  refundExternalIdentifier: "OrderSearch and Search return the ExternalIdentifier of a refund.",
  voidExternalIdentifier: "OrderSearch and Search return the ExternalIdentifier of a void.",
  paymentAuthentication: "The payment's answer contains the result of 3-D Secure.",
  inquiryAuthentication: "Queries return the result of 3-D Secure.",
  refundsListed: "OrderSearch and Search list refunds as transactions. Otherwise only the order's total shows them.",
  partialApproval: "The issuer approves a part of the amount: ISO code 10, with Approved true in the payment's answer.",
  panToken: "The answers of the return and the payment contain a PanToken.",
} as const;

const dialNumbers = {
  settleAfterMs: "Sales settle by themselves after this many milliseconds; null: only by the control API.",
  ...commonNumbers,
  searchPageMax: "Search returns at most this many transactions, oldest first; null: all.",
} as const;

type Choices = { [Name in keyof typeof dialChoices]: keyof (typeof dialChoices)[Name] };
/** A dial that also takes values that are not listed. */
type AnyCode = { voidOfUnknown: Choices["voidOfUnknown"] | `code_${string}` };
type Switches = { [Name in keyof typeof dialSwitches]: boolean };
type Numbers = CommonDials & { settleAfterMs: number | null; searchPageMax: number | null };

export type Dials = Omit<Choices, keyof AnyCode> & AnyCode & Switches & Numbers;

export const defaultDials: Readonly<Dials> = {
  duplicateIdentifier: "code_94",
  usedToken: "code_12",
  expiredToken: "code_12",
  unknownInquiry: "http_404_empty",
  inquiryBeforePayment: "as_unknown",
  verificationLetters: "payment",
  settledVoid: "code_12",
  voidOfUnknown: "code_25",
  microAmounts: "accepted",
  threeDS: "run",
  refundExternalIdentifier: true,
  voidExternalIdentifier: true,
  // The vendor's own sample of a payment's answer contains no result of 3-D Secure.
  paymentAuthentication: false,
  inquiryAuthentication: false,
  refundsListed: true,
  partialApproval: false,
  panToken: false,
  settleAfterMs: null,
  rateLimitPerSecond: null,
  queryLagMs: 0,
  searchPageMax: null,
};

export const dialWords: DialWords<Dials> = {
  choices: dialChoices,
  patterns: { voidOfUnknown: /^code_[0-9A-Z]{2}$/ },
  switches: dialSwitches,
  numbers: dialNumbers,
  defaults: defaultDials,
};
