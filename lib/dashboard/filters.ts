import type * as z from "zod/mini";
import { validate } from "@/lib/http/body/validate";
import { AppError } from "@/lib/kit/errors";
import { filterSentence } from "./sentences/refusal-for";

/** The query of a page, from which a list has its filters. */
export type Query = Readonly<Record<string, string | string[] | undefined>>;
export type FilterValues = Readonly<Record<string, string>>;

type Filters<Choice> = { given: FilterValues } & (
  | { choice: Choice; problem: null }
  | { choice: null; problem: string }
);

/** Validates the page's query with the schema of the API. For an invalid query, the page shows `problem`. */
export function readFilters<Schema extends z.ZodMiniType>(schema: Schema, query: Query): Filters<z.output<Schema>> {
  const given = Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === "string" && value ? [[name, value]] : [])),
  );
  try {
    return { given, choice: validate(schema, given), problem: null };
  } catch (error) {
    return { given, choice: null, problem: problemOf(error) };
  }
}

const pagePattern = /^[1-9]\d{0,5}$/;

/** The page that the query of a record's page names, or the first one. */
export const pageIn = ({ page }: Query): number =>
  typeof page === "string" && pagePattern.test(page) ? Number(page) : 1;

/** What a list found, or why it refuses a filter that only the database can check. */
export async function foundOrProblem<Found>(
  finding: Promise<Found> | null,
): Promise<{ found: Found | null; problem: string | null }> {
  try {
    return { found: await finding, problem: null };
  } catch (error) {
    return { found: null, problem: problemOf(error) };
  }
}

function problemOf(error: unknown): string {
  if (error instanceof AppError && error.code === "invalid") return filterSentence(error);
  throw error;
}

type Meta = {
  current_page: number;
  last_page: number;
  from: number | null;
  to: number | null;
  total: number;
  isMore?: boolean;
};

/** Links to the previous and the next page of a list, with the same filters, and the positions of its rows. */
export function pagesBeside(path: string, given: FilterValues, meta: Meta) {
  const { current_page: page, last_page: last, from, to, total, isMore = false } = meta;
  const linkTo = (other: number) => `${path}?${new URLSearchParams({ ...given, page: String(other) })}`;
  return {
    from: from ?? 0,
    to: to ?? 0,
    total,
    isMore,
    links: {
      prev: page > 1 ? linkTo(Math.min(page - 1, last)) : null,
      next: page < last ? linkTo(page + 1) : null,
    },
  };
}
