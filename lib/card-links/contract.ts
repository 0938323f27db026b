import * as z from "zod/mini";
import { orderFields } from "@/lib/checkout/contract";
import { pageFields } from "@/lib/http/body/paging";
import { storedLine } from "@/lib/http/body/stored-text";
import { done, ok, perMinute } from "@/lib/http/message/endpoint";
import { identifier, oneOf } from "@/lib/kit/fields";
import type { CardLinkState } from "@/lib/reference/stored-values";

/** Card links. The dashboard makes them, and customers open them. The API has none. */

export const cardLinkLabelLengthMax = 80;
/** For how many hours a link can be opened. */
export const cardLinkHours = ["1", "24", "72", "168"] as const;
export const cardLinkHoursDefault = "24";
/** Payers reload and chats follow links, so a link opens more than one session. */
export const cardLinkSessionsMax = 20;

export type CardLinkRecord = {
  id: string;
  url: string;
  label: string;
  state: CardLinkState;
  /** How many sessions the link opened. */
  sessions: number;
  expires_at: string;
};

const cardLinks = { method: "POST", scopes: ["svc-trusted-cards-create"], limit: perMinute(15) } as const;

export const createCardLinkForm = {
  ...cardLinks,
  path: "/dashboard/card-links",
  idempotent: true,
  body: z.object({
    label: storedLine({ max: cardLinkLabelLengthMax }),
    response_url: orderFields.response_url,
    hours: z.optional(oneOf(cardLinkHours)),
  }),
  success: ok(z.object({ url: z.string() })),
} as const;

export const withdrawCardLinkForm = {
  ...cardLinks,
  path: "/dashboard/card-links/{card_link_id}/withdraw",
  params: z.object({ card_link_id: identifier(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/) }),
  success: done,
} as const;

export const listCardLinksQuery = z.object(pageFields);

/** A customer continues from the page of a link. Many customers of a mobile carrier share one address. */
export const openCardLinkForm = { method: "POST", path: "/store-card/{token}", limit: perMinute(120) } as const;
