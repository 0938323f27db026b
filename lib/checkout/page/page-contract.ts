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
 * The form of the hosted page. Browser and server check it with the same schema. A problem is a key, which the page
 * translates into the payer's language.
 */
/** Every problem that a field can have. */
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

/** The form's fields in the order of the page, which is also the order in which mistakes are listed. */
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

/** What depends on the session, on the merchant, and on the country that was chosen. */
export type Asked = {
  avs: boolean;
  email: boolean;
  state: boolean;
  zipcode: boolean;
  /** The customer is to agree that the card is stored. */
  consent: boolean;
  /** The network of a stored card, of which only the security code is asked. */
  storedCard: CardNetwork | null;
  /** The network that the shop expects, which holds until the number tells its own. */
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

/** Of the card alone: three or four digits are a security code there, but may be a house number or a place elsewhere. */
const nameOnCard = () =>
  plain(60).check(z.refine((value) => !isOnlyShortDigits(value), { error: key("card_data_here") }));

const emailLengthMax = 50;

/** Kept and counted with its domain in ASCII form, as the payment request does. */
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

/** The form of the hosted page. Blank fields are to be left out before. */
export const pageForm = (asked: Asked) => (asked.storedCard ? cvcForm(asked.storedCard) : payForm(asked));

/** With a stored card. */
export const cvcForm = (network: CardNetwork) =>
  z.object({
    cvc: cvc().check(
      z.refine((value) => value.length === cardNetworks[network].cvcLength, { error: key("cvc_invalid") }),
    ),
  } satisfies Partial<Record<PayField, z.ZodMiniType>>);

/** With a card that is typed in. */
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
        // An expected network tells the length before there is a number.
        when: cardType ? areText("cvc") : areText("card_number", "cvc"),
      }),
    );
};

export type PayForm = z.output<ReturnType<typeof payForm>>;

type NumberAndNetwork = { card_number: string; card_network?: string | undefined };

/** Of a number that is wrong anyway nobody needs to say the network. */
function isNetworkKnown({ card_number, card_network }: NumberAndNetwork): boolean {
  return card_network !== undefined || detectNetwork(digitsOf(card_number)) !== null || !isCardNumber(card_number);
}

/** A code that is not one at all has been told already. */
function isCvcLong({ cvc, ...card }: NumberAndNetwork & { cvc: string }): boolean {
  return !cvcPattern.test(cvc) || cvc.length === cvcLengthOf(card);
}

/** How many digits the security code of this card has. The number tells, else the network that was chosen or expected. */
export function cvcLengthOf({ card_number = "", card_network }: Partial<NumberAndNetwork>): number {
  const network = detectNetwork(digitsOf(card_number)) ?? networkCodes.find((code) => code === card_network);
  return network ? cardNetworks[network].cvcLength : 3;
}

/** Checks across fields run as soon as these fields can be read, whatever is wrong with the others. */
const areText =
  (...names: PayField[]) =>
  ({ value }: { value: unknown }): boolean =>
    names.every((name) => typeof (Object(value) as Partial<Record<PayField, unknown>>)[name] === "string");

/** What 3DS wants to know; only the browser can tell. It travels beside the form's fields. */
export type BrowserFields = {
  browser_language: string;
  browser_color_depth: number;
  browser_screen_width: number;
  browser_screen_height: number;
  browser_time_zone_offset: number;
  challenge_window: "01" | "02" | "03" | "04" | "05";
};

/** What the form starts with; empty text where there is nothing. */
export type Prefill = Record<Exclude<PayField, "card_number" | "expiry" | "cvc" | "card_network" | "consent">, string>;

/** What the page's actions answer when the form itself is wrong. */
export type FieldErrors = Partial<Record<PayField, FieldProblem>>;
