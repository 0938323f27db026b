import { type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { Platform } from "@/lib/reference/platforms";

/**
 * The exchange 555 is what examples and testers use, the example in our own error message too. The
 * numbering plan's data takes it for valid in the United States and Jamaica, but not in our other
 * countries; here it is valid in all of them alike.
 */
export function isInUse(number: PhoneNumber): boolean {
  return number.isValid() || (number.country !== undefined && /^\+1\d{3}555\d{4}$/.test(number.number));
}

export function isPhoneOf(platform: Platform, phone: string): boolean {
  const number = parsePhoneNumberFromString(phone);
  return number !== undefined && number.country === platform && isInUse(number);
}
