import type * as z from "zod/mini";
import { AppError } from "@/lib/kit/errors";
import type { Fields, Value } from "./json";

type Issue = z.core.$ZodIssue;

/** Nothing that can be seen, zero-width characters included. */
export const isBlank = (value: Value) => typeof value === "string" && !/[^\s\p{Cf}]/u.test(value);

/** Blank counts as absent: browser forms send every field, empty ones too. */
function withoutBlanks(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isBlank(value)));
}

/**
 * Reads fields through their schema. The message names the first wrong field in plain words, and
 * `errors` lists every wrong one.
 */
export function validate<Schema extends z.ZodMiniType>(schema: Schema, fields: Fields): z.output<Schema> {
  const result = schema.safeParse(withoutBlanks(fields));
  if (result.success) return result.data;
  const errors: Record<string, string[]> = {};
  for (const issue of result.error.issues) {
    const field = String(issue.path[0] ?? "request");
    errors[field] = [...new Set([...(errors[field] ?? []), sentence(field, issue)])];
  }
  throw new AppError("invalid", Object.values(errors)[0]?.[0] ?? "The request is invalid.", { fields: { errors } });
}

function sentence(field: string, issue: Issue): string {
  return `The ${field.replaceAll("_", " ")} ${issue.message}`;
}
