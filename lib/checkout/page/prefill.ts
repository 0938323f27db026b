import { isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { CustomerDetails } from "@/lib/reference/customer-details";
import { isCountry } from "@/lib/reference/places/countries";
import { isInUse } from "@/lib/reference/places/phone-numbers";
import { resolveState } from "@/lib/reference/places/subdivisions";
import { looksLikeCardData } from "./card-fields";
import { fieldProblem } from "./field-rules";
import type { Prefill } from "./page-fields";

const cardNameLengthMax = 60;

/**
 * The initial values of the form on both checkout pages. Implements prefill rules 1 to 4 in section 2.4 of the
 * interface.
 */
export function prefillOf(details: CustomerDetails): Prefill {
  const country = details.country !== null && isCountry(details.country) ? details.country : "";
  const ownPhone = phoneFields(details.phone?.trim() ?? "");
  return {
    card_name: acceptable("card_name", fullName(details)),
    email: acceptable("email", details.email),
    // A few uninhabited countries have no dial code, so they cannot be preselected for the phone number.
    ...(ownPhone ?? { phone_country: isSupportedCountry(country) ? country : "", phone: "" }),
    country,
    address1: acceptable("address1", details.address1),
    address2: acceptable("address2", details.address2),
    city: acceptable("city", details.city),
    state: resolveState(country, details.region ?? "") ?? "",
    zipcode: acceptable("zipcode", details.zipcode),
  };
}

/** Drops a value that the page would refuse although the payment request accepts it, such as a name of three digits. */
function acceptable(name: keyof Prefill, given: string | null): string {
  return given !== null && fieldProblem(name, given) === undefined ? given : "";
}

/**
 * Joins first and last name and cuts the result to 60 characters. Two names of 30 characters and a space would not fit
 * into the field.
 */
function fullName({ firstName, lastName }: CustomerDetails): string {
  const name = [firstName, lastName].filter(Boolean).join(" ");
  return [...name].slice(0, cardNameLengthMax).join("").trim();
}

const e164Pattern = /^\+[1-9]\d{1,14}$/;

/**
 * Splits a phone number into the dialing country and the national number. Returns null unless the number is complete
 * and valid.
 */
function phoneFields(phone: string): Pick<Prefill, "phone_country" | "phone"> | null {
  if (!e164Pattern.test(phone)) return null;
  const number = parsePhoneNumberFromString(phone);
  if (!number || !isInUse(number)) return null;
  const country = dialingCountryOf(number);
  // A number keeps its international form if it has no country, such as +800, or if its national part would be misread
  // or looks like a card number.
  const national = looksLikeCardData(number.nationalNumber) ? "" : number.nationalNumber;
  const isReadBack = readPhone(country, national) === number.number;
  return { phone_country: country, phone: isReadBack ? national : number.number };
}

/**
 * Returns an empty string for Ascension (+247), Kosovo (+383) and Tristan da Cunha (+290 8), because they are not in
 * ISO 3166-1.
 */
function dialingCountryOf({ country }: PhoneNumber): string {
  return country !== undefined && isCountry(country) ? country : "";
}

/**
 * The area code that people omit from a local number of seven digits. Jamaica also has the newer, rarer area code 658.
 */
const areaCodes: Readonly<Record<string, string>> = { BB: "246", GD: "473", JM: "876", TT: "868" };

/** Reads the phone field and its country as an E.164 number. Returns null if they do not form a valid number. */
export function readPhone(phoneCountry: string | undefined, phone: string): string | null {
  const typed = phone.normalize("NFKC").trim();
  const country = phoneCountry !== undefined && isSupportedCountry(phoneCountry) ? phoneCountry : undefined;
  const areaCode = country && areaCodes[country];
  const local = typed.replace(/[\s().-]/g, "");
  const whole = areaCode && /^[2-9]\d{6}$/.test(local) ? `+1${areaCode}${local}` : typed;
  const number = parsePhoneNumberFromString(whole, { ...(country && { defaultCountry: country }), extract: false });
  return number && isInUse(number) ? number.number : null;
}
