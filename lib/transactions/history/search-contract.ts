import * as z from "zod/mini";
import { declineReasonWords } from "@/lib/format/decline-reasons";
import { pageFields } from "@/lib/http/body/paging";
import { calendarDay, line, oneOf } from "@/lib/kit/fields";
import { networkCodes } from "@/lib/reference/card-networks";
import { currencies } from "@/lib/reference/currencies";
import { statusFilters } from "@/lib/reference/stored-values";
import { paymentLinkId } from "@/lib/transactions/contract";

const searchLengthMax = 255;
/** A sealed search of the greatest length, in base64url. */
const foundLengthMax = 1600;

/** The query of the dashboard's list and export. The API's list has parameters of its own. */
export const searchTransactionsQuery = z.object({
  ...pageFields,
  search: z.optional(line({ max: searchLengthMax })),
  /** A search of the top bar, sealed (sealed-search.ts), so that addresses do not contain what was typed. */
  found: z.optional(line({ max: foundLengthMax })),
  status: z.optional(oneOf(statusFilters)),
  /** Why the payment was declined. */
  reason: z.optional(oneOf(Object.keys(declineReasonWords))),
  currency: z.optional(oneOf(currencies)),
  card: z.optional(oneOf(networkCodes)),
  payment_link_id: z.optional(paymentLinkId()),
  /** Days in the merchant's time zone, both inclusive. */
  start_date: z.optional(calendarDay()),
  end_date: z.optional(calendarDay()),
});

export type TransactionSearch = z.output<typeof searchTransactionsQuery>;
