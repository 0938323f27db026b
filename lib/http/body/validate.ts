import type * as z from "zod/mini";
import { AppError, type Problems } from "@/lib/kit/errors";
import type { Problem } from "@/lib/kit/problems";

/** Whether a value has only white space and zero-width characters. */
export const isBlank = (value: unknown) => typeof value === "string" && !/[^\s\p{Cf}]/u.test(value);

/** Removes blank fields. Browser forms send every field, so a blank field counts as absent. */
function withoutBlanks(fields: GivenFields): GivenFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isBlank(value)));
}

export type GivenFields = Readonly<Record<string, unknown>>;
export type Texts = Readonly<Record<string, string | undefined>>;

/** Cross-field and caller-specific checks by field name. Each returns the end of "The <field> …", or null. */
export type Rules = Readonly<Record<string, (fields: Texts) => string | null>>;

/**
 * Validates fields with their schema. The error message describes the first wrong field, and `errors` lists all of
 * them. A field that passes its schema must also pass its rule, if there is one.
 */
export function validate<Schema extends z.ZodMiniType>(
  schema: Schema,
  fields: GivenFields,
  rules?: Rules,
): z.output<Schema> {
  const given = withoutBlanks(fields);
  const result = schema.safeParse(given);
  if (result.success && !rules) return result.data;
  const errors: Record<string, string[]> = {};
  const problems: Record<string, Problem> = {};
  for (const issue of result.error?.issues ?? []) {
    const field = String(issue.path[0] ?? "request");
    errors[field] = [...new Set([...(errors[field] ?? []), sentence(field, issue.message)])];
    problems[field] ??= given[field] === undefined ? { rule: "required" } : problemOf(issue);
  }
  const texts = textsOf(given);
  for (const [field, problemOf] of Object.entries(rules ?? {})) {
    const problem = errors[field] ? null : problemOf(texts);
    if (!problem) continue;
    errors[field] = [sentence(field, problem)];
    problems[field] = { rule: given[field] === undefined ? "required" : "format" };
  }
  if (result.success && Object.keys(errors).length === 0) return result.data;
  throw invalid(inOrderOf(schema, errors), problems);
}

/** The fields that pass their own schema, although others may be wrong. */
export function validPart<Schema extends z.ZodMiniType>(
  schema: Schema,
  fields: GivenFields,
): Partial<z.output<Schema>> {
  const shape = "shape" in schema ? Object.entries(schema.shape as Record<string, z.ZodMiniType>) : [];
  const given = withoutBlanks(fields);
  const read = shape.map(([field, part]) => [field, part.safeParse(given[field]).data]);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Partial<z.output<Schema>>;
}

/** The rule that a value breaks: that of the check, or the one that its kind of schema has. */
function problemOf(issue: z.core.$ZodIssue): Problem {
  switch (issue.code) {
    case "custom":
      return (issue.params as Problem | undefined) ?? { rule: "format" };
    case "invalid_value":
      return { rule: "choice" };
    case "too_big":
      return { rule: "too_many", values: { max: Number(issue.maximum) } };
    default:
      return { rule: "format" };
  }
}

function invalid(errors: Record<string, string[]>, problems: Problems): AppError {
  const [first] = Object.values(errors);
  return new AppError("invalid", first?.[0] ?? "The request is invalid.", { fields: { errors }, problems });
}

/** Sorts error messages in the order in which the contract lists the fields. */
function inOrderOf(schema: z.ZodMiniType, errors: Record<string, string[]>): Record<string, string[]> {
  const fields = "shape" in schema ? Object.keys(schema.shape as object) : [];
  const placeOf = ([field]: [string, unknown]) => fields.indexOf(field);
  return Object.fromEntries(Object.entries(errors).sort((one, other) => placeOf(one) - placeOf(other)));
}

const sentence = (field: string, problem: string) => `The ${field.replaceAll("_", " ")} ${problem}`;

function textsOf(fields: GivenFields): Texts {
  const texts = Object.entries(fields).filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return Object.fromEntries(texts.map(([name, text]) => [name, text.trim()]));
}
