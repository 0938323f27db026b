import { type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { Platform } from "@/lib/reference/platforms";

/**
 * Accepts +1 numbers with the exchange 555, which our examples, tests and error message use. The phone number library
 * accepts 555 only in some countries of the +1 numbering plan, such as the United States and Jamaica.
 */
export function isInUse(number: PhoneNumber): boolean {
  return number.isValid() || (number.country !== undefined && /^\+1\d{3}555\d{4}$/.test(number.number));
}

export function isPhoneOf(platform: Platform, phone: string): boolean {
  const number = parsePhoneNumberFromString(phone);
  return number !== undefined && number.country === platform && isInUse(number);
}
