import { type DeclineCategory, declineCodes, declineOf } from "@/lib/reference/decline-codes";
import * as codes from "@/lib/reference/response-codes";

/** Why a payment was declined, in words that a merchant can say to the payer. */
type DeclineReason = {
  /** `Not enough money` */
  title: string;
  /** The end of the sentence "It was declined because …". */
  because: string;
};

const noReason: DeclineReason = { title: "Bank gave no reason", because: "the bank said no and gave no reason" };
const wrongCode: DeclineReason = { title: "Wrong security code", because: "the security code was wrong" };
const noCheck: DeclineReason = { title: "Bank's check not finished", because: "the bank's check was not finished" };
const noAnswer: DeclineReason = { title: "Bank did not answer", because: "the bank did not answer" };
const expired: DeclineReason = { title: "Card has expired", because: "the card has expired" };
const notAllowed: DeclineReason = {
  title: "Card not allowed for this",
  because: "the bank does not allow this payment with the card",
};
const technical: DeclineReason = { title: "Technical problem", because: "of a technical problem" };

/** Lost or stolen cards and suspected fraud read like a plain decline: the payer must not learn of them from us. */
const byCategory: Readonly<Record<DeclineCategory, DeclineReason>> = {
  do_not_honor: noReason,
  approved_variant: noReason,
  pickup: noReason,
  suspected_fraud: noReason,
  call_issuer: { title: "Payer must call the bank", because: "the bank wants the payer to call first" },
  issuer_unavailable: noAnswer,
  insufficient_funds: { title: "Not enough money", because: "there was not enough money" },
  limit_exceeded: { title: "Over the card's limit", because: "it was over the card's limit" },
  invalid_amount: { title: "Amount not accepted", because: "the bank does not accept this amount" },
  invalid_transaction: notAllowed,
  not_permitted: notAllowed,
  invalid_number: { title: "Wrong card number", because: "the card number was wrong" },
  invalid_account: { title: "Card account closed", because: "the card's account is closed or unknown" },
  expired_card: expired,
  incorrect_cvc: wrongCode,
  pin: { title: "PIN not verified", because: "the PIN could not be verified" },
  authentication_required: noCheck,
  duplicate: { title: "Same payment twice", because: "the bank took it for the same payment again" },
  request_error: technical,
  processing_error: technical,
  merchant_config: technical,
  reference_error: technical,
};

const byOwnCode: ReadonlyMap<string, DeclineReason> = new Map<(typeof codes.ownCodes)[number], DeclineReason>([
  [codes.expiredCode, { title: "Time ran out", because: "the time on the page ran out" }],
  [codes.leftCode, { title: "Payer left the page", because: "the payer left the page" }],
  [codes.unauthenticatedCode, noCheck],
  [codes.addressCode, { title: "Address did not match", because: "the address did not match the card" }],
  [codes.gatewayCode, noAnswer],
  [codes.gatewayErrorCode, technical],
  [codes.gatewayDownCode, technical],
  [codes.cardGoneCode, { title: "Stored card was deleted", because: "the stored card was deleted" }],
  [codes.orderBusyCode, { title: "Paid elsewhere", because: "the order was being paid elsewhere" }],
  [codes.orderPaidCode, { title: "Paid elsewhere", because: "the order was being paid elsewhere" }],
  [codes.takenOverCode, { title: "Continued elsewhere", because: "the payment continued elsewhere" }],
  [codes.linkHeldCode, { title: "Link could not be paid", because: "the payment link could not be paid any more" }],
]);

/** The reason for a stored response code: the final code of a session, or the code of an attempt. */
export const declineReason = (code: string): DeclineReason =>
  byOwnCode.get(code) ?? byCategory[declineOf(code).category];

const keyOf = ({ title }: DeclineReason): string => title.toLowerCase().replaceAll("'", "").replaceAll(" ", "-");

/** The value of the list's filter for the reason of a code. */
export const declineReasonKey = (code: string): string => keyOf(declineReason(code));

export const anyReason = "any-reason";

/** The titles of all reasons by the values of the list's filter. */
export const declineReasonWords: Readonly<Record<string, string>> = {
  [anyReason]: "Any reason",
  ...Object.fromEntries([...Object.values(byCategory), ...byOwnCode.values()].map((one) => [keyOf(one), one.title])),
};

/** The codes with a reason. A code that we do not know has the reason of `unknownCodesReason`. */
export const codesOfReason = (key: string): readonly string[] =>
  [...declineCodes, ...codes.ownCodes].filter((code) => declineReasonKey(code) === key);

export const unknownCodesReason = keyOf(noReason);
