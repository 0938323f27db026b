import type { ErrorOption, FieldErrors as FormErrors, ResolverResult } from "react-hook-form";
import {
  type FieldErrors,
  type FieldProblem,
  fieldProblems,
  type PayField,
  payFieldNames,
} from "@/lib/checkout/page/page-contract";
import type { Values } from "./pay-fields";

/** What the form's fields were told, as react-hook-form keeps it: the message is the problem's key. */
export type Told = FormErrors<Values>;

/** What the fields hold now, and what is wrong with it. */
export type Look = { values: Values; problems: FieldErrors };

export const found = (problem: FieldProblem) => ({ type: "found", message: problem });

/** The server knows more than we do. What it refused is kept, for as long as the field holds just that. */
export const refused = (problem: FieldProblem, value = ""): ErrorOption => ({
  type: "refused",
  message: problem,
  types: { refused: value },
});

export function tellAll(problems: FieldErrors): Told {
  const told: Told = {};
  for (const name of payFieldNames) if (problems[name]) told[name] = found(problems[name]);
  return told;
}

/** After a post without scripts only the names of the fields came back; what was typed is gone. */
export function tellByName(names: readonly PayField[]): Told {
  return tellAll(Object.fromEntries(names.map((name) => [name, name === "phone" ? "phone_invalid" : "required"])));
}

/** react-hook-form's question whether the form may go out, answered from what stands in the document. */
export function resolve({ values, problems }: Look): ResolverResult<Values> {
  return Object.keys(problems).length > 0 ? { values: {}, errors: tellAll(problems) } : { values, errors: {} };
}

/** The problems that the fields were told, by their keys. */
export function problemsTold(told: Told): FieldErrors {
  const problems: FieldErrors = {};
  for (const name of payFieldNames) {
    const problem = fieldProblems.find((key) => key === told[name]?.message);
    if (problem) problems[name] = problem;
  }
  return problems;
}

/** The fields of which what they were told is no longer so, whichever field was changed. */
export function fixedFields(told: Told, { values, problems }: Look): PayField[] {
  return payFieldNames.filter((name) => {
    const error = told[name];
    if (!error || error.message === problems[name]) return false;
    return error.types?.refused !== (values[name] ?? "");
  });
}

/** What a field that is being left is to be told. Left empty at first passing, it is no mistake yet. */
export function problemOnLeaving(
  name: PayField,
  { values, problems }: Look,
  history: { wasEdited: boolean; wasTold: boolean },
): FieldProblem | undefined {
  const isWorthSaying = values[name] !== undefined || history.wasEdited || history.wasTold;
  return isWorthSaying ? problems[name] : undefined;
}
