import * as z from "zod/mini";
import { perMinute } from "@/lib/http/message/endpoint";
import { text } from "@/lib/kit/fields";
import { currencies } from "@/lib/reference/currencies";

/** A result of the search: a payment, a payer or a payment link. */
const hit = z.object({
  href: z.string(),
  amount: z.nullable(z.object({ amount: z.string(), currency: z.enum(currencies) })),
  title: z.string(),
  detail: z.string(),
  /** The name of the badge's words, or null without a badge. */
  badge: z.nullable(z.object({ word: z.string(), tone: z.string(), icon: z.string() })),
  note: z.nullable(z.string()),
});

const group = z.object({
  label: z.string(),
  hits: z.array(hit),
  /** The link to everything that was found, if the group shows less. */
  all: z.nullable(z.object({ href: z.string(), label: z.string() })),
});

/**
 * The search of the top bar. Every text is accepted, because text that nothing can match is no mistake. Sent as a POST,
 * so that neither addresses nor logs contain what was typed.
 */
export const searchForm = {
  method: "POST",
  path: "/dashboard/search",
  limit: perMinute(120),
  scopes: ["svc-transactions-retrieve"],
  body: z.object({ search: text() }),
  success: {
    status: 200,
    schema: z.object({
      message: z.literal("OK"),
      data: z.object({
        /** What the search means, if it means one thing: words, each followed by a value. */
        meaning: z.array(z.object({ words: z.string(), value: z.string() })),
        /** Parts of the results that the search named. */
        marks: z.array(z.string()),
        groups: z.array(group),
        /** The list of all payments that were found. Null if there are none. */
        href: z.nullable(z.string()),
      }),
    }),
  },
} as const;

export type FoundAnswer = z.output<typeof searchForm.success.schema>["data"];
export type Hit = z.output<typeof hit>;
