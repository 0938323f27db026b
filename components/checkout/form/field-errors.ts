import type { FieldError, FieldErrors as FormErrors } from "react-hook-form";
import {
  type FieldErrors,
  type FieldProblem,
  fieldProblems,
  type PayField,
  type PayValues,
  payFieldNames,
} from "@/lib/checkout/page/page-fields";

/** The errors shown at the fields, in the format of react-hook-form. `type` is the problem. */
export type ShownErrors = FormErrors<PayValues>;

/** The current values of the form's fields, and the problems that validation found in them. */
export type Look = { values: PayValues; problems: FieldErrors };

export const foundError = (problem: FieldProblem): FieldError => ({ type: problem });

/** An error from the server, which checks more than the page. It stays until the customer changes the value. */
const refusedError = (problem: FieldProblem, value = ""): FieldError => ({ type: problem, types: { refused: value } });

export function isSameError(one: FieldError | undefined, other: FieldError | undefined): boolean {
  return one?.type === other?.type && one?.types?.refused === other?.types?.refused;
}

export function toShownErrors(problems: FieldErrors): ShownErrors {
  const shown: ShownErrors = {};
  for (const name of payFieldNames) if (problems[name]) shown[name] = foundError(problems[name]);
  return shown;
}

/**
 * The errors of a page that starts with some: those of a form post without JavaScript, and after an attempt with a card
 * that the security code must be entered again.
 */
export function errorsAtFirst(refusals: FieldErrors, isCodeAsked: boolean, values: PayValues): ShownErrors {
  return { ...(isCodeAsked && { cvc: refusedError("cvc_again") }), ...refusedErrors(refusals, values) };
}

export function refusedErrors(refusals: Partial<Record<PayField, string>>, values: PayValues): ShownErrors {
  const shown: ShownErrors = {};
  for (const name of payFieldNames) {
    // A page that was opened before an update may not know the server's newest problems.
    const problem = knownProblem(refusals[name]);
    if (problem) shown[name] = refusedError(problem, values[name]);
  }
  return shown;
}

export function withoutErrors(shown: ShownErrors, names: readonly PayField[]): ShownErrors {
  if (!names.some((name) => shown[name])) return shown;
  const rest = { ...shown };
  for (const name of names) delete rest[name];
  return rest;
}

export function shownProblems(shown: ShownErrors): FieldErrors {
  const problems: FieldErrors = {};
  for (const name of payFieldNames) {
    const problem = knownProblem(shown[name]?.type);
    if (problem) problems[name] = problem;
  }
  return problems;
}

const knownProblem = (type: string | undefined) => fieldProblems.find((problem) => problem === type);

/** The fields whose shown error no longer applies. A change in one field can fix the error of another. */
export function fixedFields(shown: ShownErrors, { values, problems }: Look): PayField[] {
  return payFieldNames.filter((name) => {
    const error = shown[name];
    if (!error || error.type === problems[name]) return false;
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
