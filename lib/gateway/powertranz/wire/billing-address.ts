import { iso31661 } from "iso-3166";
import type { AuthoriseRequest } from "@/lib/gateway/port";

/**
 * The payer's address in the gateway's form. The gateway refuses the whole request if one field breaks its rules, so
 * every field is cleaned, and fields that remain invalid are left out.
 */
export type BillingAddress = Partial<Record<keyof typeof lengthsMax | "CountryCode", string>>;

const lengthsMax = {
  FirstName: 30,
  LastName: 30,
  Line1: 30,
  Line2: 30,
  City: 25,
  State: 25,
  PostalCode: 10,
  EmailAddress: 50,
  PhoneNumber: 20,
} as const;

export function billingAddressOf({ card, customer }: Pick<AuthoriseRequest, "card" | "customer">): BillingAddress {
  const { first, last } = splitName(cleanText(card.name));
  return withoutBlanks({
    FirstName: cut(first, lengthsMax.FirstName),
    LastName: cut(last, lengthsMax.LastName),
    ...placeOf(customer),
    // A shortened email address would be another address.
    EmailAddress: isPlainEmail(customer.email) ? customer.email : "",
    PhoneNumber: cut((customer.phone ?? "").replace(/\D/g, ""), lengthsMax.PhoneNumber),
  });
}

/** Line 1, city and country go together or not at all. The state needs them too. */
function placeOf(customer: AuthoriseRequest["customer"]): BillingAddress {
  const place = {
    Line1: cut(cleanText(customer.address1), lengthsMax.Line1),
    City: cut(cleanText(customer.city), lengthsMax.City),
    CountryCode: numericCountry(customer.country),
  };
  if (!place.Line1 || !place.City || !place.CountryCode) return {};
  return {
    ...place,
    Line2: cut(cleanText(customer.address2), lengthsMax.Line2),
    State: cut(cleanText(customer.region?.replace(/^[A-Z]{2}-/, "") ?? null), lengthsMax.State),
    PostalCode: cut(plainLetters(customer.zipcode ?? "").replace(/[^A-Za-z0-9]/g, ""), lengthsMax.PostalCode),
  };
}

/** Whether the address is complete enough for AVS. */
export const isVerifiable = (address: BillingAddress): boolean => address.Line1 !== undefined;

const cardholderLengthMin = 2;
const cardholderLengthMax = 45;
const unknownCardholder = "CARDHOLDER";

/** The name on the card. A name without any Latin letter is replaced, because 3DS requires a name. */
export function cardholderNameOf(name: string): string {
  const clean = cut(cleanText(name), cardholderLengthMax);
  return clean.length < cardholderLengthMin ? unknownCardholder : clean;
}

const numericCodes: ReadonlyMap<string, string> = new Map(iso31661.map(({ alpha2, numeric }) => [alpha2, numeric]));

const numericCountry = (country: string | null): string => (country && numericCodes.get(country)) ?? "";

/** Removes accents, and replaces every other symbol that the gateway refuses by a space. */
function cleanText(text: string | null): string {
  return plainLetters(text ?? "")
    .replace(/[^A-Za-z0-9 '.-]/g, " ")
    .replace(/ +/g, " ")
    .trim();
}

/** Letters that Unicode does not decompose into a plain letter and an accent. */
const plainForms: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  Æ: "AE",
  ø: "o",
  Ø: "O",
  œ: "oe",
  ł: "l",
  Ł: "L",
  đ: "d",
  "’": "'",
};

function plainLetters(text: string): string {
  const plain = [...text].map((letter) => plainForms[letter] ?? letter).join("");
  return plain.normalize("NFD").replace(/\p{M}/gu, "");
}

const isPlainEmail = (email: string | null): email is string =>
  email !== null && email.length <= lengthsMax.EmailAddress && /^[\x21-\x7e]+$/.test(email);

const cut = (text: string, lengthMax: number): string => text.slice(0, lengthMax).trim();

function splitName(name: string): { first: string; last: string } {
  const space = name.lastIndexOf(" ");
  return space < 0 ? { first: name, last: "" } : { first: name.slice(0, space), last: name.slice(space + 1) };
}

function withoutBlanks(fields: BillingAddress): BillingAddress {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
}
