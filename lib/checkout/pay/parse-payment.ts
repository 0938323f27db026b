import type * as z from "zod/mini";
import type { payEndpoint } from "@/lib/checkout/page/actions-contract";
import { digitsOf, looksLikeCardData, type Month, parseExpiry } from "@/lib/checkout/page/card-fields";
import { cvcForm, payForm } from "@/lib/checkout/page/page-contract";
import type { Asked, FieldErrors, FieldProblem, PayField } from "@/lib/checkout/page/page-fields";
import { readPhone } from "@/lib/checkout/page/prefill";
import { type BrowserFacts, type Card, type CardUse, type ChallengeWindow, challengeWindows } from "@/lib/gateway/port";
import type { BodyOf } from "@/lib/http/message/endpoint";
import { withAsciiDomain } from "@/lib/kit/email";
import { AppError } from "@/lib/kit/errors";
import { remembering } from "@/lib/kit/remembering";
import { type CardNetwork, detectNetwork } from "@/lib/reference/card-networks";
import type { ContactDetails } from "@/lib/reference/customer-details";
import type { Language } from "@/lib/reference/languages";
import { isCountry } from "@/lib/reference/places/countries";
import { requiresPostcode } from "@/lib/reference/places/postcodes";
import { resolveState, statesOf } from "@/lib/reference/places/subdivisions";
import type { Purpose } from "@/lib/reference/purposes";

/** Parses the form of the hosted page with the same rules as the browser, and runs checks that need server data. */
export type PayBody = BodyOf<typeof payEndpoint>;

export type Client = {
  address: string;
  userAgent: string;
  accept: string;
  /** The language of the page, also used for mails to the customer. */
  language: Language;
};

export type Payment = {
  card: Card;
  cardUse: CardUse;
  customer: ContactDetails & { email?: string };
  browser: BrowserFacts;
};

type Known = {
  purpose: Purpose;
  avs: boolean;
  asksEmail: boolean;
  /** The customer's email from the payment request or from the last attempt. */
  email: string | null;
  merchantEmail: string | null;
  cardType: CardNetwork | null;
  today: Month;
};

/** Building the rules of a form takes longer than reading one. Few forms differ. */
const payFormOf = remembering((asked) => payForm(JSON.parse(asked) as Asked), 200);

export function parsePayment(body: PayBody, session: Known, client: Client): Payment {
  const rules = payFormOf(JSON.stringify(askedOf(body.country, session)));
  const form = readFields(body, rules, (known) => deeperProblems(body, known, session));
  const number = digitsOf(form.card_number);
  const expiry = parseExpiry(form.expiry);
  const network = detectNetwork(number) ?? form.card_network;
  if (!expiry || !network) throw formRefusal({ card_number: "card_number_invalid" });
  return {
    card: {
      number,
      expiryMonth: expiry.month,
      expiryYear: expiry.year,
      cvc: form.cvc,
      name: form.card_name,
      network,
    },
    cardUse: { kind: session.purpose === "card_create" ? "stored_now" : "once" },
    customer: {
      ...(form.email !== undefined && { email: form.email }),
      // The phone number is optional, so an unclear one never prevents a payment. It is not kept.
      phone: phoneOf(form),
      address1: form.address1 ?? null,
      address2: form.address2 ?? null,
      city: form.city ?? null,
      region: form.country && form.state ? resolveState(form.country, form.state) : null,
      zipcode: form.zipcode ?? null,
      country: form.country ?? null,
    },
    browser: readBrowser(body, client),
  };
}

/** Reads the form for a stored card, which holds only the security code. */
export function readCvc(body: PayBody, network: CardNetwork): string {
  return readFields(body, cvcForm(network)).cvc;
}

/** State and postcode are required only if the chosen country has them. */
function askedOf(country: string | undefined, session: Known): Asked {
  const isKnown = country !== undefined && isCountry(country);
  return {
    avs: session.avs,
    email: session.asksEmail,
    state: isKnown && statesOf(country).length > 0,
    zipcode: isKnown && requiresPostcode(country),
    consent: session.purpose === "card_create",
    storedCard: null,
    cardType: session.cardType,
    today: session.today,
  };
}

function readFields<Form>(
  body: PayBody,
  form: z.ZodMiniType<Form>,
  lookDeeper: (known: FieldErrors) => FieldErrors = () => ({}),
): Form {
  const result = form.safeParse(body);
  const errors: FieldErrors = {};
  for (const issue of result.error?.issues ?? []) {
    const field = String(issue.path[0]) as PayField;
    errors[field] ??= issue.message as FieldProblem;
  }
  Object.assign(errors, lookDeeper(errors));
  if (!result.success || Object.keys(errors).length > 0) throw formRefusal(errors);
  return result.data;
}

/** Checks of the form that need data which the page does not load. */
function deeperProblems(body: PayBody, known: FieldErrors, session: Known): FieldErrors {
  const { country, state } = body;
  const isCountryWrong = country !== undefined && !isCountry(country);
  const isStateWrong =
    country !== undefined && state !== undefined && statesOf(country).length > 0 && !resolveState(country, state);
  return {
    ...(isMerchants(body.email, session) && !known.email && { email: "email_of_merchant" as const }),
    ...(isCountryWrong && !known.country && { country: "country_invalid" as const }),
    ...(isStateWrong && !known.state && { state: "state_invalid" as const }),
    ...(isCardAsPhone(body) && !known.phone && { phone: "card_data_here" as const }),
  };
}

type PhoneFields = Pick<PayBody, "phone" | "phone_country" | "country">;

const phoneOf = ({ phone, phone_country, country }: PhoneFields): string | null =>
  phone === undefined ? null : readPhone(phone_country ?? country, phone);

/** Whether the payer entered a card number as the phone number. A valid phone number is none. */
const isCardAsPhone = (form: PhoneFields): boolean =>
  form.phone !== undefined && phoneOf(form) === null && looksLikeCardData(form.phone);

/**
 * Whether the customer entered the merchant's own email. An email that the session already has is accepted, because it
 * was checked before.
 */
function isMerchants(typed: string | undefined, { email, merchantEmail }: Known): boolean {
  const address = withAsciiDomain(typed?.trim().toLowerCase() ?? "");
  return address === merchantEmail?.toLowerCase() && address !== email;
}

/** The error names the invalid fields and their problems, never the entered values. */
function formRefusal(errors: FieldErrors): AppError {
  return new AppError("invalid", "Some fields need another look.", { fields: { errors } });
}

export function readBrowser(body: PayBody, client: Client): BrowserFacts {
  const numberOf = (text: string | undefined, otherwise: number) =>
    text !== undefined && /^-?\d{1,5}$/.test(text) ? Number(text) : otherwise;
  const isWindow = (text: string): text is ChallengeWindow => Object.hasOwn(challengeWindows, text);
  return {
    userAgent: client.userAgent.slice(0, 2048),
    accept: client.accept.slice(0, 2048),
    language: (body.browser_language ?? "en").slice(0, 35),
    address: client.address,
    colorDepth: numberOf(body.browser_color_depth, 24),
    screenWidth: numberOf(body.browser_screen_width, 0),
    screenHeight: numberOf(body.browser_screen_height, 0),
    timeZoneOffset: numberOf(body.browser_time_zone_offset, 0),
    challengeWindow: isWindow(body.challenge_window ?? "") ? (body.challenge_window as ChallengeWindow) : "05",
  };
}
