import * as z from "zod/mini";
import { storedLine } from "@/lib/http/body/stored-text";
import { done, perMinute } from "@/lib/http/message/endpoint";
import { identifier, oneOf } from "@/lib/kit/fields";

/** Lists whose filters a member can save, by their pages. */
const viewLists = ["transactions", "requests", "withdrawals", "audit"] as const;
export type ViewList = (typeof viewLists)[number];

/** Saved views of a member for one list and environment. */
export const viewsMax = 20;
const nameLengthMax = 60;
const filtersLengthMax = 500;

const change = { method: "POST", limit: perMinute(60), success: done } as const;

export const saveViewForm = {
  ...change,
  path: "/dashboard/views",
  /** `filters`: a query string of the list's filters. Filters that the list does not know are left out. */
  body: z.object({
    list: oneOf(viewLists),
    name: storedLine({ max: nameLengthMax }),
    filters: storedLine({ max: filtersLengthMax }),
  }),
} as const;

export const removeViewForm = {
  ...change,
  path: "/dashboard/views/{view_id}/remove",
  params: z.object({
    view_id: identifier(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
  }),
} as const;
