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
 * Reads the values from the document, because only it contains everything: input that a password manager filled in
 * without events, that was typed before scripts ran, or that the browser restored. Omits blank fields.
 */
export function readFields(form: HTMLFormElement): Values {
  const values: Values = {};
  for (const [name, value] of new FormData(form)) {
    if (isPayField(name) && typeof value === "string" && value.trim()) values[name] = value.trim();
  }
  return values;
}

/** Validates with the server's schema. Returns one problem per field. */
export function findProblems(values: Values, asked: Asked): FieldErrors {
  const problems: FieldErrors = {};
  for (const { path, message } of pageForm(asked).safeParse(values).error?.issues ?? []) {
    const name = String(path[0]);
    if (isPayField(name)) problems[name] ??= message as FieldProblem;
  }
  return problems;
}
