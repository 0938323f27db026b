import type { JsonObject } from "@/emulator/base/wire/raw-json";
import { textField } from "@/emulator/base/wire/raw-json";
import { type Finding, finding, invalidThreeDS } from "./findings";

const lengths: Record<string, number> = {
  FirstName: 30,
  LastName: 30,
  Line1: 30,
  Line2: 30,
  City: 25,
  State: 25,
  County: 25,
  PostalCode: 10,
  EmailAddress: 50,
};
const plainFields = ["FirstName", "LastName", "Line1", "Line2", "City", "County", "State"];
const togetherFields = ["Line1", "City", "CountryCode"];

const formats = [
  { field: "CountryCode", pattern: /^\d{3}$/, rule: "address_country" },
  { field: "PostalCode", pattern: /^[A-Za-z0-9]+$/, rule: "address_postal_code" },
  { field: "PhoneNumber", pattern: /^\d+$/, rule: "address_phone" },
  { field: "EmailAddress", pattern: /^[^@\s]+@[^@\s]+$/, rule: "address_email" },
] as const;

/** Checks BillingAddress or ShippingAddress. Every broken rule is refused with 97 and error 58. */
export function checkAddress(title: string, address: JsonObject): Finding[] {
  const broken = (rule: Finding["rule"], field: string, detail: string) =>
    finding(rule, `${title}.${field} ${detail}`, invalidThreeDS(`${title}.${field}`));
  const filled = (field: string) => textField(address, field) || null;
  const found: Finding[] = [];
  const together = togetherFields.filter(filled);
  if (together.length > 0 && together.length < togetherFields.length)
    found.push(broken("address_incomplete", togetherFields.find((field) => !filled(field)) ?? "", "is missing."));
  for (const field of plainFields) {
    if (!/^[A-Za-z0-9 '.-]*$/.test(filled(field) ?? "")) found.push(broken("address_charset", field, "has symbols."));
  }
  for (const [field, max] of Object.entries(lengths)) {
    if ([...(filled(field) ?? "")].length > max) found.push(broken("address_length", field, `has over ${max}.`));
  }
  for (const { field, pattern, rule } of formats) {
    const text = filled(field);
    if (address.has(field) && address.get(field) !== null && typeof address.get(field) !== "string")
      found.push(broken(rule, field, "is not a string."));
    else if (text && !pattern.test(text)) found.push(broken(rule, field, "has the wrong format."));
  }
  const state = filled("State");
  if (state && /^[A-Z]{2}-/i.test(state)) found.push(broken("address_state", "State", "has a country prefix."));
  if (state && !filled("CountryCode")) found.push(broken("address_state", "State", "has no CountryCode."));
  return found;
}
