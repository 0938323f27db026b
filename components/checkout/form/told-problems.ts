import type { FieldErrors, FieldProblem, PayField } from "@/lib/checkout/page-contract";
import { payFields, type Values } from "./pay-fields";

/** What a field was told. `of` is the value that the server, which knows more than we do, found wrong. */
type Told = { problem: FieldProblem; of?: string | undefined };
export type ToldProblems = Partial<Record<PayField, Told>>;

type Look = { values: Values; problems: FieldErrors };

export function tellAll(problems: FieldErrors): ToldProblems {
  const told: ToldProblems = {};
  for (const name of payFields) if (problems[name]) told[name] = { problem: problems[name] };
  return told;
}

/** After a post without scripts only the names of the fields came back; what was typed is gone. */
export function tellByName(names: readonly PayField[]): ToldProblems {
  return tellAll(Object.fromEntries(names.map((name) => [name, name === "phone" ? "phone_invalid" : "required"])));
}

export function tellFromServer(errors: FieldErrors, values: Values): ToldProblems {
  const told: ToldProblems = {};
  for (const name of payFields) if (errors[name]) told[name] = { problem: errors[name], of: values[name] ?? "" };
  return told;
}

/** Takes back what is no longer so. Nothing new is said: people are still typing. */
export function takeBackFixed(told: ToldProblems, { values, problems }: Look): ToldProblems {
  const kept = payFields.filter((name) => {
    const { problem, of } = told[name] ?? {};
    if (!problem) return false;
    const isAsItWas = of === undefined ? problems[name] === problem : of === (values[name] ?? "");
    return isAsItWas || problems[name] === problem;
  });
  return kept.length === Object.keys(told).length ? told : pick(told, kept);
}

/** Says what is wrong with a field that is being left. Left empty at first passing, it is no mistake yet. */
export function tellOnLeaving(told: ToldProblems, name: PayField, { values, problems }: Look, wasEdited: boolean) {
  const problem = problems[name];
  const isWorthSaying = values[name] !== undefined || wasEdited || told[name] !== undefined;
  return problem && isWorthSaying ? { ...told, [name]: { problem } } : told;
}

export function takeBack(told: ToldProblems, names: readonly PayField[]): ToldProblems {
  return pick(
    told,
    payFields.filter((name) => told[name] && !names.includes(name)),
  );
}

function pick(told: ToldProblems, names: readonly PayField[]): ToldProblems {
  return Object.fromEntries(names.map((name) => [name, told[name]]));
}
