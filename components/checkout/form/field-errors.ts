import type { ErrorOption, FieldErrors as FormErrors, ResolverResult } from "react-hook-form";
import {
  type FieldErrors,
  type FieldProblem,
  fieldProblems,
  type PayField,
  payFieldNames,
} from "@/lib/checkout/page/page-contract";
import type { Values } from "./pay-fields";

/** The errors shown at fields, as react-hook-form stores them. The message is the key of the problem. */
export type ShownErrors = FormErrors<Values>;

/** The current values of the fields and their problems. */
export type Look = { values: Values; problems: FieldErrors };

export const found = (problem: FieldProblem) => ({ type: "found", message: problem });

/** An error of the server, which can check more than the page. It stays while the field keeps the refused value. */
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

/** After a post without scripts, the server returns only the names of the wrong fields, without their values. */
export function errorsByName(names: readonly PayField[]): ShownErrors {
  return toShownErrors(
    Object.fromEntries(names.map((name) => [name, name === "phone" ? "phone_invalid" : "required"])),
  );
}

/** The resolver of react-hook-form, which validates the values of the document. */
export function resolve({ values, problems }: Look): ResolverResult<Values> {
  return Object.keys(problems).length > 0 ? { values: {}, errors: toShownErrors(problems) } : { values, errors: {} };
}

/** The shown problems by field. */
export function shownProblems(shown: ShownErrors): FieldErrors {
  const problems: FieldErrors = {};
  for (const name of payFieldNames) {
    const problem = fieldProblems.find((key) => key === shown[name]?.message);
    if (problem) problems[name] = problem;
  }
  return problems;
}

/** The fields whose shown error no longer applies, whichever field changed. */
export function fixedFields(shown: ShownErrors, { values, problems }: Look): PayField[] {
  return payFieldNames.filter((name) => {
    const error = shown[name];
    if (!error || error.message === problems[name]) return false;
    return error.types?.refused !== (values[name] ?? "");
  });
}

/** The problem to show when a field loses focus. An empty field that was never edited shows none. */
export function problemOnLeaving(
  name: PayField,
  { values, problems }: Look,
  history: { wasEdited: boolean; hadError: boolean },
): FieldProblem | undefined {
  const isReported = values[name] !== undefined || history.wasEdited || history.hadError;
  return isReported ? problems[name] : undefined;
}
