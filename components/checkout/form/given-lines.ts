import type { PayValues } from "@/lib/checkout/page/page-fields";

/** The summary of the contact and billing details: the contact, then the place. Empty if nothing is given. */
export function givenLines(values: PayValues, countryName: string): string[] {
  const contact = values.email || values.phone;
  const place = [values.address1, values.city, values.country && countryName].filter(Boolean).join(", ");
  if (!contact && !place) return [];
  return [[values.card_name, contact].filter(Boolean).join(" · "), place].filter(Boolean);
}
