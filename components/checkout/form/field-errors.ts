import {
  type FieldErrors,
  type FieldProblem,
  fieldProblems,
  type PayField,
  type PayValues,
  payFieldNames,
} from "@/lib/checkout/page/page-fields";

/** An error shown at a field. `refusedValue`: the value that the server refused. */
type ShownError = { problem: FieldProblem; refusedValue?: string };

/** The errors shown at the fields. */
export type ShownErrors = Partial<Record<PayField, ShownError>>;

/** The current values of the form's fields, and the problems that validation found in them. */
export type Look = { values: PayValues; problems: FieldErrors };

export function toShownErrors(problems: FieldErrors): ShownErrors {
  const shown: ShownErrors = {};
  for (const name of payFieldNames) if (problems[name]) shown[name] = { problem: problems[name] };
  return shown;
}

/** The errors after a form post without JavaScript. The server then returns only the names of the wrong fields. */
export function errorsByName(names: readonly PayField[]): ShownErrors {
  return toShownErrors(
    Object.fromEntries(names.map((name) => [name, name === "phone" ? "phone_invalid" : "required"])),
  );
}

/** Errors from the server, which checks more than the page. Each stays until the customer changes the value. */
export function refusedErrors(refusals: Partial<Record<PayField, string>>, values: PayValues): ShownErrors {
  const shown: ShownErrors = {};
  for (const name of payFieldNames) {
    // A page that was opened before an update may not know the server's newest problems.
    const problem = fieldProblems.find((known) => known === refusals[name]);
    if (problem) shown[name] = { problem, refusedValue: values[name] ?? "" };
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
  for (const name of payFieldNames) if (shown[name]) problems[name] = shown[name].problem;
  return problems;
}

/** The fields whose shown error no longer applies. A change in one field can fix the error of another. */
export function fixedFields(shown: ShownErrors, { values, problems }: Look): PayField[] {
  return payFieldNames.filter((name) => {
    const error = shown[name];
    if (!error || error.problem === problems[name]) return false;
    return error.refusedValue !== (values[name] ?? "");
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
