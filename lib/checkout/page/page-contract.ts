import * as z from "zod/mini";
import { isEmail, withAsciiDomain } from "@/lib/kit/email";
import { codePoints } from "@/lib/kit/fields";
import { type CardNetwork, cardNetworks, detectNetwork, networkCodes } from "@/lib/reference/card-networks";
import {
  digitsOf,
  hasExpired,
  isCardNumber,
  isOnlyShortDigits,
  looksLikeCardData,
  type Month,
  parseExpiry,
} from "./card-fields";

/**
 * Browser and server validate the form of the hosted page with the same schema. A problem is a key that the page
 * translates into the payer's language.
 */
export const fieldProblems = [
  "required",
  "too_long",
  "card_number_invalid",
  "expiry_invalid",
  "expiry_past",
  "cvc_invalid",
  "network_required",
  "email_invalid",
  "email_of_merchant",
  "phone_invalid",
  "country_invalid",
  "state_invalid",
  "card_data_here",
  "characters_invalid",
] as const;
export type FieldProblem = (typeof fieldProblems)[number];

/** The form's fields in page order. Errors are listed in the same order. */
export const payFieldNames = [
  "card_number",
  "card_network",
  "expiry",
  "cvc",
  "card_name",
  "email",
  "phone_country",
  "phone",
  "country",
  "state",
  "address1",
  "address2",
  "city",
  "zipcode",
  "consent",
] as const;
export type PayField = (typeof payFieldNames)[number];

/** Requirements for the form that depend on the session, the merchant and the chosen country. */
export type Asked = {
  avs: boolean;
  email: boolean;
  state: boolean;
  zipcode: boolean;
  /** The customer must agree that the card is stored. */
  consent: boolean;
  /**
   * The network of the stored card that is charged, or null. For a stored card the form asks only for the security
   * code.
   */
  storedCard: CardNetwork | null;
  /** The card network that the shop expects, or null. The network of the entered card number overrides it. */
  cardType: CardNetwork | null;
  today: Month;
};

const key = (problem: FieldProblem) => problem;
const asked = () => z.string({ error: key("required") });

const plain = (max: number) =>
  asked().check(
    z.trim(),
    z.refine((value) => codePoints(value) <= max, { error: key("too_long"), abort: true }),
    z.refine((value) => !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(value), {
      error: key("characters_invalid"),
      abort: true,
    }),
    z.refine((value) => !looksLikeCardData(value), { error: key("card_data_here") }),
  );

/**
 * Rejects a name of three or four digits, which is a misplaced security code. In other fields such digits may be a
 * house number.
 */
const nameOnCard = () =>
  plain(60).check(z.refine((value) => !isOnlyShortDigits(value), { error: key("card_data_here") }));

const emailLengthMax = 50;

/**
 * The email's domain is converted to ASCII before the length is checked and the email is stored, as in the payment
 * request.
 */
const email = () =>
  plain(emailLengthMax).check(
    z.toLowerCase(),
    z.overwrite(withAsciiDomain),
    z.refine((value) => value.length <= emailLengthMax, { error: key("too_long"), abort: true }),
    z.refine(isEmail, { error: key("email_invalid") }),
  );

const cvcPattern = /^\d{3,4}$/;
const cvc = () => asked().check(z.trim(), z.regex(cvcPattern, { error: key("cvc_invalid"), abort: true }));

const countryCode = () => asked().check(z.regex(/^[A-Z]{2}$/, { error: key("country_invalid") }));

const expiry = (today: Month) =>
  asked().check(
    z.refine((value) => parseExpiry(value) !== null, { error: key("expiry_invalid"), abort: true }),
    z.refine(
      (value) => {
        const read = parseExpiry(value);
        return read !== null && !hasExpired(read, today);
      },
      { error: key("expiry_past") },
    ),
  );

/** The form of the hosted page. The caller removes blank fields first. */
export const pageForm = (asked: Asked) => (asked.storedCard ? cvcForm(asked.storedCard) : payForm(asked));

/** The form for charging a stored card. It contains only the security code. */
export const cvcForm = (network: CardNetwork) =>
  z.object({
    cvc: cvc().check(
      z.refine((value) => value.length === cardNetworks[network].cvcLength, { error: key("cvc_invalid") }),
    ),
  } satisfies Partial<Record<PayField, z.ZodMiniType>>);

/** The form for a card that the customer enters. */
export const payForm = ({ avs, email: asksEmail, state, zipcode, consent, cardType, today }: Asked) => {
  const when = <Schema extends z.ZodMiniType>(isAsked: boolean, schema: Schema) =>
    (isAsked ? schema : z.optional(schema)) as z.ZodMiniOptional<Schema>;
  return z
    .object({
      card_number: asked().check(z.refine(isCardNumber, { error: key("card_number_invalid") })),
      expiry: expiry(today),
      cvc: cvc(),
      card_name: nameOnCard(),
      card_network: z.optional(z.enum(networkCodes, { error: key("network_required") })),
      email: when(asksEmail, email()),
      phone_country: z.optional(countryCode()),
      phone: z.optional(plain(24)),
      country: when(avs, countryCode()),
      address1: when(avs, plain(50)),
      address2: z.optional(plain(50)),
      city: when(avs, plain(30)),
      state: when(avs && state, plain(30)),
      zipcode: when(avs && zipcode, plain(10)),
      consent: when(consent, z.literal("yes", { error: key("required") })),
    } satisfies Record<PayField, z.ZodMiniType>)
    .check(
      z.refine(isNetworkKnown, {
        error: key("network_required"),
        path: ["card_network"],
        when: areText("card_number", "cvc"),
      }),
      z.refine((form) => isCvcLong({ ...form, card_network: form.card_network ?? cardType ?? undefined }), {
        error: key("cvc_invalid"),
        path: ["cvc"],
        // If the shop expects a card network, the length of the security code is known before the card number is
        // entered.
        when: cardType ? areText("cvc") : areText("card_number", "cvc"),
      }),
    );
};

type NumberAndNetwork = { card_number: string; card_network?: string | undefined };

/** The page asks for the card network only if the card number is valid and its network cannot be detected. */
function isNetworkKnown({ card_number, card_network }: NumberAndNetwork): boolean {
  return card_network !== undefined || detectNetwork(digitsOf(card_number)) !== null || !isCardNumber(card_number);
}

/** Checks the length of the security code. Accepts a malformed code, because `cvc()` has already reported it. */
function isCvcLong({ cvc, ...card }: NumberAndNetwork & { cvc: string }): boolean {
  return !cvcPattern.test(cvc) || cvc.length === cvcLengthOf(card);
}

/**
 * The length of the security code. It depends on the network of the card number, or else on the chosen or expected
 * network.
 */
export function cvcLengthOf({ card_number = "", card_network }: Partial<NumberAndNetwork>): number {
  const network = detectNetwork(digitsOf(card_number)) ?? networkCodes.find((code) => code === card_network);
  return network ? cardNetworks[network].cvcLength : 3;
}

/** Lets a cross-field check run as soon as its own fields are text, even if other fields are invalid. */
const areText =
  (...names: PayField[]) =>
  ({ value }: { value: unknown }): boolean =>
    names.every((name) => typeof (Object(value) as Partial<Record<PayField, unknown>>)[name] === "string");

/** Browser data that 3DS requires. The page sends it with the form's fields. */
export type BrowserFields = {
  browser_language: string;
  browser_color_depth: number;
  browser_screen_width: number;
  browser_screen_height: number;
  browser_time_zone_offset: number;
  challenge_window: "01" | "02" | "03" | "04" | "05";
};

/** The initial values of the form. A field without a value is an empty string. */
export type Prefill = Record<Exclude<PayField, "card_number" | "expiry" | "cvc" | "card_network" | "consent">, string>;

/** The errors of the form by field, as the pay action returns them. */
export type FieldErrors = Partial<Record<PayField, FieldProblem>>;
