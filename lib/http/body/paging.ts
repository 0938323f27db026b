import * as z from "zod/mini";
import { wholeNumber } from "@/lib/kit/fields";

/** Paging of all lists. Browser code may import this file. */
const pageSizeDefault = 15;
const pageSizeMax = 100;
/** The highest page number. It keeps the SQL offset within 64 bits. */
const pageMax = 1_000_000_000;

export const pageFields = {
  page: z.optional(wholeNumber({ min: 1, max: pageMax })),
  page_size: z.optional(wholeNumber({ min: 1, max: pageSizeMax })),
};

export type PageChoice = { page?: number | undefined; page_size?: number | undefined };

export const pageOf = <Record extends z.ZodMiniType>(record: Record) =>
  z.object({
    message: z.literal("OK"),
    data: z.array(record),
    links: z.object({
      first: z.string(),
      last: z.string(),
      prev: z.nullable(z.string()),
      next: z.nullable(z.string()),
    }),
    meta: z.object({
      current_page: z.int(),
      from: z.nullable(z.int()),
      last_page: z.int(),
      path: z.string(),
      per_page: z.int(),
      to: z.nullable(z.int()),
      total: z.int(),
    }),
  });

export type PageWindow = { offset: number; limit: number };

export function windowOf({ page = 1, page_size: limit = pageSizeDefault }: PageChoice): PageWindow {
  return { offset: (page - 1) * limit, limit };
}

type Page<Item> = {
  choice: PageChoice;
  /** Links to other pages repeat `path` and `filters`. */
  path: string;
  filters: Readonly<Record<string, string | undefined>>;
  total: number;
  items: Item[];
};

export function toPage<Item>({ choice, path, filters, total, items }: Page<Item>) {
  const { offset, limit } = windowOf(choice);
  const current = choice.page ?? 1;
  const last = Math.max(1, Math.ceil(total / limit));
  const given = Object.entries({ ...filters, page_size: choice.page_size && String(choice.page_size) });
  const kept = given.filter((pair): pair is [string, string] => Boolean(pair[1]));
  const linkTo = (page: number) => `${path}?${new URLSearchParams([...kept, ["page", String(page)]])}`;
  return {
    message: "OK" as const,
    data: items,
    links: {
      first: linkTo(1),
      last: linkTo(last),
      prev: current > 1 ? linkTo(Math.min(current - 1, last)) : null,
      next: current < last ? linkTo(current + 1) : null,
    },
    meta: {
      current_page: current,
      from: items.length > 0 ? offset + 1 : null,
      last_page: last,
      path,
      per_page: limit,
      to: items.length > 0 ? offset + items.length : null,
      total,
    },
  };
}
