import { type Asked, type FieldErrors, type FieldProblem, type PayField, payForm } from "@/lib/checkout/page-contract";

export type Values = Partial<Record<PayField, string>>;

/** In the order of the page, which is also the order in which mistakes are listed. */
export const payFields: readonly PayField[] = [
  "card_number",
  "expiry",
  "cvc",
  "card_name",
  "card_network",
  "email",
  "phone_country",
  "phone",
  "country",
  "address1",
  "address2",
  "city",
  "state",
  "zipcode",
];

export const isPayField = (name: string): name is PayField => payFields.some((field) => field === name);

/**
 * The document is the truth: what a password manager put there without a word, what was typed before
 * any script ran, and what the browser restored is all in it. Blank fields are left out.
 */
export function readFields(form: HTMLFormElement): Values {
  const values: Values = {};
  for (const [name, value] of new FormData(form)) {
    if (isPayField(name) && typeof value === "string" && value.trim()) values[name] = value.trim();
  }
  return values;
}

/** By the schema the server uses, one problem for each field. */
export function findProblems(values: Values, asked: Asked): FieldErrors {
  const problems: FieldErrors = {};
  for (const { path, message } of payForm(asked).safeParse(values).error?.issues ?? []) {
    const name = String(path[0]);
    if (isPayField(name)) problems[name] ??= message as FieldProblem;
  }
  return problems;
}

/** The element of a field, for its value and for the focus. */
export function elementOf(form: HTMLFormElement, name: PayField): HTMLInputElement | HTMLSelectElement | null {
  const found = form.elements.namedItem(name);
  const element = found instanceof RadioNodeList ? found[0] : found;
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element : null;
}
