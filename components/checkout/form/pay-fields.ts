import {
  type Asked,
  type FieldErrors,
  type FieldProblem,
  type PayField,
  pageForm,
  payFieldNames,
} from "@/lib/checkout/page/page-contract";

export type Values = Partial<Record<PayField, string>>;

export const isPayField = (name: string): name is PayField => payFieldNames.some((field) => field === name);

/**
 * Reads the field values from the DOM and omits blank fields. Only the DOM has all input, including values that a
 * password manager filled in without events, that were typed before JavaScript ran, or that the browser restored.
 */
export function readFields(form: HTMLFormElement): Values {
  const values: Values = {};
  for (const [name, value] of new FormData(form)) {
    if (isPayField(name) && typeof value === "string" && value.trim()) values[name] = value.trim();
  }
  return values;
}

/** Writes the value of a text input or a select. */
export function writeField(form: HTMLFormElement, name: PayField, value: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
}

/** Validates the values with the server's schema. Returns one problem per field. */
export function findProblems(values: Values, asked: Asked): FieldErrors {
  const problems: FieldErrors = {};
  for (const { path, message } of pageForm(asked).safeParse(values).error?.issues ?? []) {
    const name = String(path[0]);
    if (isPayField(name)) problems[name] ??= message as FieldProblem;
  }
  return problems;
}
