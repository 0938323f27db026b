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
  for (const { path, message } of pageForm(asked).safeParse(values).error?.issues ?? []) {
    const name = String(path[0]);
    if (isPayField(name)) problems[name] ??= message as FieldProblem;
  }
  return problems;
}
