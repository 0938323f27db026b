import { type PayField, type PayValues, payFieldNames } from "@/lib/checkout/page/page-fields";

export const isPayField = (name: string): name is PayField => payFieldNames.some((field) => field === name);

/**
 * Reads the field values from the DOM and omits blank fields. Only the DOM has all input, including values that a
 * password manager filled in without events, that were typed before JavaScript ran, or that the browser restored.
 */
export function readFields(form: HTMLFormElement): PayValues {
  const values: PayValues = {};
  for (const [name, value] of new FormData(form)) {
    if (isPayField(name) && typeof value === "string" && value.trim()) values[name] = value.trim();
  }
  return values;
}
