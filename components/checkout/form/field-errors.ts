import type { ErrorOption, FieldErrors as FormErrors, ResolverResult } from "react-hook-form";
import {
  type FieldErrors,
  type FieldProblem,
  fieldProblems,
  type PayField,
  payFieldNames,
} from "@/lib/checkout/page/page-contract";
import type { Values } from "./pay-fields";

/** The errors shown at fields, in the format of react-hook-form. `message` is a key of `fieldProblems`. */
export type ShownErrors = FormErrors<Values>;

/** The current values of the form's fields, and the problems that validation found in them. */
export type Look = { values: Values; problems: FieldErrors };

export const found = (problem: FieldProblem) => ({ type: "found", message: problem });

/** An error from the server, which checks more than the page. It stays until the customer changes the value. */
export const refused = (problem: FieldProblem, value = ""): ErrorOption => ({
  type: "refused",
  message: problem,
  types: { refused: value },
});

export function toShownErrors(problems: FieldErrors): ShownErrors {
  const shown: ShownErrors = {};
  for (const name of payFieldNames) if (problems[name]) shown[name] = found(problems[name]);
  return shown;
}

/** The errors after a form post without JavaScript. The server then returns only the names of the wrong fields. */
export function errorsByName(names: readonly PayField[]): ShownErrors {
  return toShownErrors(
    Object.fromEntries(names.map((name) => [name, name === "phone" ? "phone_invalid" : "required"])),
  );
}

/** The resolver for react-hook-form: returns the values if they are valid, otherwise the errors. */
export function resolve({ values, problems }: Look): ResolverResult<Values> {
  return Object.keys(problems).length > 0 ? { values: {}, errors: toShownErrors(problems) } : { values, errors: {} };
}

/** Converts the errors of react-hook-form to problems by field. */
export function shownProblems(shown: ShownErrors): FieldErrors {
  const problems: FieldErrors = {};
  for (const name of payFieldNames) {
    const problem = fieldProblems.find((key) => key === shown[name]?.message);
    if (problem) problems[name] = problem;
  }
  return problems;
}

/** The fields whose shown error no longer applies. A change in one field can fix the error of another. */
export function fixedFields(shown: ShownErrors, { values, problems }: Look): PayField[] {
  return payFieldNames.filter((name) => {
    const error = shown[name];
    if (!error || error.message === problems[name]) return false;
    return error.types?.refused !== (values[name] ?? "");
  });
}

/** The problem to show when a field loses focus. An empty field that was never edited shows no problem. */
export function problemOnLeaving(
  name: PayField,
  { values, problems }: Look,
  history: { wasEdited: boolean; hadError: boolean },
): FieldProblem | undefined {
  const isReported = values[name] !== undefined || history.wasEdited || history.hadError;
  return isReported ? problems[name] : undefined;
}
