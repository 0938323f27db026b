import type { CardNetwork } from "@/lib/reference/card-networks";
import type { Month } from "./card-fields";

/** The fields of the hosted page's form. A problem is a key that the page translates into the payer's language. */
export const fieldProblems = [
  "required",
  "too_long",
  "card_number_invalid",
  "network_refused",
  "expiry_invalid",
  "expiry_past",
  "cvc_invalid",
  "cvc_again",
  "network_required",
  "email_invalid",
  "email_of_merchant",
  "country_invalid",
  "state_invalid",
  "card_data_here",
  "characters_invalid",
] as const;
export type FieldProblem = (typeof fieldProblems)[number];

/** The fields about the payer in page order. */
export const payerFieldNames = [
  "country",
  "address1",
  "address2",
  "city",
  "state",
  "zipcode",
  "email",
  "phone_country",
  "phone",
] as const;

/** The form's fields in page order. Errors are listed in the same order. */
export const payFieldNames = [
  "card_number",
  "card_network",
  "expiry",
  "cvc",
  "card_name",
  ...payerFieldNames,
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

/** The filled-in fields of the form. Blank fields are absent. */
export type PayValues = Partial<Record<PayField, string | undefined>>;

/** Browser data that 3DS requires. The page sends it with the form's fields. */
export type BrowserFields = {
  browser_language: string;
  browser_color_depth: number;
  browser_screen_width: number;
  browser_screen_height: number;
  browser_time_zone_offset: number;
  challenge_window: "01" | "02" | "03" | "04" | "05";
};

type CardField = "card_number" | "expiry" | "cvc";

/** Fields that no shop can fill in. */
type PayerField = CardField | "card_network" | "consent";

/**
 * The initial values of the form. A field without a value is an empty string. Only a permalink of the sandbox fills in
 * the card. Network and consent are those of a refused form.
 */
export type Prefill = Record<Exclude<PayField, PayerField>, string> & Partial<Record<PayerField, string>>;

/** The errors of the form by field, as the pay action returns them. */
export type FieldErrors = Partial<Record<PayField, FieldProblem>>;

/**
 * Why the server refused a form that a browser posted without JavaScript. The page does not repeat the card's number,
 * so this names its network. `refusedNetwork` is the name of a network that we do not accept.
 */
export type FormRefusal = { problems: FieldErrors; network: CardNetwork | null; refusedNetwork: string | null };
