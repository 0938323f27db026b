import { isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { isCountry } from "@/lib/reference/places/countries";
import { isInUse } from "@/lib/reference/places/phone-numbers";
import { resolveState, statesOf } from "@/lib/reference/places/subdivisions";
import { type Prefill, payForm } from "./page-contract";

/** What the shop sent about its customer. `country_code` names the merchant's platform and is not part of it. */
export type CustomerDetails = {
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  region: string | null;
  zipcode: string | null;
  country: string | null;
  phone: string | null;
};

const cardNameLengthMax = 60;

/** The initial values of the form: prefill rules 1 to 4 of the interface, section 2.4, for both pages. */
export function prefillOf(details: CustomerDetails): Prefill {
  const country = details.country !== null && isCountry(details.country) ? details.country : "";
  const ownPhone = phoneFields(details.phone?.trim() ?? "");
  return {
    card_name: acceptable("card_name", fullName(details)),
    email: acceptable("email", details.email),
    // A few uninhabited countries have no dial code.
    ...(ownPhone ?? { phone_country: isSupportedCountry(country) ? country : "", phone: "" }),
    country,
    address1: acceptable("address1", details.address1),
    address2: acceptable("address2", details.address2),
    city: acceptable("city", details.city),
    state: offeredState(country, details.region ?? ""),
    zipcode: acceptable("zipcode", details.zipcode),
  };
}

const fields = payForm({
  avs: false,
  email: false,
  state: false,
  zipcode: false,
  consent: false,
  storedCard: null,
  cardType: null,
  today: { year: 0, month: 0 },
}).shape;

/** Drops a value that the page would refuse although the payment request accepts it, such as a name of three digits. */
function acceptable(name: keyof Prefill, given: string | null): string {
  return given !== null && fields[name].safeParse(given).success ? given : "";
}

/** Cuts the name: two parts of 30 characters and a space are one character more than the field holds. */
function fullName({ firstName, lastName }: CustomerDetails): string {
  const name = [firstName, lastName].filter(Boolean).join(" ");
  return [...name].slice(0, cardNameLengthMax).join("").trim();
}

/** Empty if the selector does not offer the state, such as an autonomous community of Spain. */
function offeredState(country: string, region: string): string {
  const code = resolveState(country, region);
  return statesOf(country).some((state) => state.code === code) ? (code ?? "") : "";
}

const e164Pattern = /^\+[1-9]\d{1,14}$/;

/** The dialing country and the national number; null unless the number is complete and valid. */
function phoneFields(phone: string): Pick<Prefill, "phone_country" | "phone"> | null {
  if (!e164Pattern.test(phone)) return null;
  const number = parsePhoneNumberFromString(phone);
  if (!number || !isInUse(number)) return null;
  const country = dialingCountryOf(number);
  // Keeps the international form for numbers without a country, such as +800, and where the form would misread the rest.
  const national = acceptable("phone", number.nationalNumber);
  const isReadBack = readPhone(country, national) === number.number;
  return { phone_country: country, phone: isReadBack ? national : number.number };
}

/** Empty for Ascension (+247), Kosovo (+383) and Tristan da Cunha (+290 8): they are not in ISO 3166-1. */
function dialingCountryOf({ country }: PhoneNumber): string {
  return country !== undefined && isCountry(country) ? country : "";
}

/** The area code that people omit from a local number of seven digits. Jamaica also has the newer, rarer 658. */
const areaCodes: Readonly<Record<string, string>> = { BB: "246", GD: "473", JM: "876", TT: "868" };

/** The phone field and its country as an E.164 number; null if they do not form a valid one. */
export function readPhone(phoneCountry: string | undefined, phone: string): string | null {
  const typed = phone.normalize("NFKC").trim();
  const country = phoneCountry !== undefined && isSupportedCountry(phoneCountry) ? phoneCountry : undefined;
  const areaCode = country && areaCodes[country];
  const local = typed.replace(/[\s().-]/g, "");
  const whole = areaCode && /^[2-9]\d{6}$/.test(local) ? `+1${areaCode}${local}` : typed;
  const number = parsePhoneNumberFromString(whole, { ...(country && { defaultCountry: country }), extract: false });
  return number && isInUse(number) ? number.number : null;
}
