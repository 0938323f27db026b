import { isEmail, withAsciiDomain } from "@/lib/kit/email";
import { codePoints } from "@/lib/kit/text/code-points";
import { cardNetworks, networkCodes, refusedNetwork } from "@/lib/reference/card-networks";
import {
  asksNetwork,
  cvcLengthOf,
  digitsOf,
  hasExpired,
  isCardNumber,
  isOnlyShortDigits,
  looksLikeCardData,
  type Month,
  parseExpiry,
  phoneLengthMax,
} from "./card-fields";
import {
  type Asked,
  type FieldErrors,
  type FieldProblem,
  type PayField,
  type PayValues,
  payFieldNames,
} from "./page-fields";

/**
 * The rules of the hosted page's form. The browser validates with `findProblems`, and the server with the schema in
 * page-contract.ts, which applies the same rules. The browser loads this file, so it must not import zod.
 */
type Rule = (value: string, today?: Month) => FieldProblem | undefined;

const matches =
  (isValid: (value: string) => boolean, problem: FieldProblem): Rule =>
  (value) =>
    isValid(value) ? undefined : problem;

const clean =
  (max: number): Rule =>
  (value) => {
    const text = value.trim();
    if (codePoints(text) > max) return "too_long";
    return /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text) ? "characters_invalid" : undefined;
  };

const plain =
  (max: number): Rule =>
  (value) =>
    clean(max)(value) ?? (looksLikeCardData(value) ? "card_data_here" : undefined);

/**
 * Some valid phone numbers look like card numbers. The browser does not know which numbers are valid, so the server
 * checks those that are not too long (parse-payment.ts).
 */
const phone: Rule = (value) => (digitsOf(value).length > phoneLengthMax ? plain : clean)(phoneTextMax)(value);
const phoneTextMax = 24;

/**
 * Rejects a name of three or four digits, which is a misplaced security code. In other fields such digits may be a
 * house number.
 */
const nameOnCard: Rule = (value) => plain(60)(value) ?? (isOnlyShortDigits(value) ? "card_data_here" : undefined);

const emailLengthMax = 50;

const email: Rule = (value) => {
  const problem = plain(emailLengthMax)(value);
  if (problem) return problem;
  const stored = normaliseEmail(value);
  if (stored.length > emailLengthMax) return "too_long";
  return isEmail(stored) ? undefined : "email_invalid";
};

/**
 * The email as it is stored. Its domain is converted to ASCII before the length is checked, as in the payment request.
 */
export const normaliseEmail = (typed: string): string => withAsciiDomain(typed.trim().toLowerCase());

const expiry: Rule = (value, today) => {
  const read = parseExpiry(value);
  if (!read) return "expiry_invalid";
  return today && hasExpired(read, today) ? "expiry_past" : undefined;
};

const isCvc = (value: string): boolean => /^\d{3,4}$/.test(value.trim());
const countryCode = matches((value) => /^[A-Z]{2}$/.test(value), "country_invalid");
const isNetworkCode = (value: string): boolean => networkCodes.some((code) => code === value);

const cardNumber: Rule = (value) => {
  if (refusedNetwork(digitsOf(value))) return "network_refused";
  return isCardNumber(value) ? undefined : "card_number_invalid";
};

const rules: Record<PayField, Rule> = {
  card_number: cardNumber,
  card_network: matches(isNetworkCode, "network_required"),
  expiry,
  cvc: matches(isCvc, "cvc_invalid"),
  card_name: nameOnCard,
  email,
  phone_country: countryCode,
  phone,
  country: countryCode,
  state: plain(30),
  address1: plain(50),
  address2: plain(50),
  city: plain(30),
  zipcode: plain(10),
  consent: matches((value) => value === "yes", "required"),
};

/** The problem of one filled-in field. Without `today`, an expiry date in the past is valid. */
export function fieldProblem(name: PayField, value: string, today?: Month): FieldProblem | undefined {
  return rules[name](value, today);
}

export function isFieldRequired(name: PayField, { avs, email, state, zipcode, consent }: Asked): boolean {
  switch (name) {
    case "card_number":
    case "expiry":
    case "cvc":
    case "card_name":
      return true;
    case "email":
      return email;
    case "country":
    case "address1":
    case "city":
      return avs;
    case "state":
      return avs && state;
    case "zipcode":
      return avs && zipcode;
    case "consent":
      return consent;
    case "card_network":
    case "phone_country":
    case "phone":
    case "address2":
      return false;
  }
}

/** Problems that depend on several fields. They are found even if other fields are invalid. */
export function problemsBetween(values: PayValues, { storedCard, cardType }: Networks): FieldErrors {
  const problems: FieldErrors = {};
  if (!storedCard && !isNetworkKnown(values)) problems.card_network = "network_required";
  const length = expectedCvcLength(values, { storedCard, cardType });
  if (values.cvc && length !== null && values.cvc.trim().length !== length) problems.cvc = "cvc_invalid";
  return problems;
}

type Networks = Pick<Asked, "storedCard" | "cardType">;

/** The page asks for the card network only if the card number is valid and its network cannot be detected. */
function isNetworkKnown({ card_number, card_network }: PayValues): boolean {
  return card_number === undefined || card_network !== undefined || !asksNetwork(card_number);
}

/** Null if the length is not known yet. An expected network tells the length before the card number is entered. */
function expectedCvcLength({ card_number, card_network }: PayValues, { storedCard, cardType }: Networks) {
  if (storedCard) return cardNetworks[storedCard].cvcLength;
  if (card_number === undefined && !cardType) return null;
  return cvcLengthOf({ card_number, card_network: card_network ?? cardType ?? undefined });
}

/** Returns one problem per field. For a stored card, the form contains only the security code. */
export function findProblems(values: PayValues, asked: Asked): FieldErrors {
  const problems = problemsBetween(values, asked);
  for (const name of asked.storedCard ? (["cvc"] as const) : payFieldNames) {
    const problem = problemOf(name, values[name], asked);
    if (problem) problems[name] = problem;
  }
  return problems;
}

function problemOf(name: PayField, value: string | undefined, asked: Asked): FieldProblem | undefined {
  if (value !== undefined) return fieldProblem(name, value, asked.today);
  return isFieldRequired(name, asked) ? "required" : undefined;
}
