import * as z from "zod/mini";
import { checkoutMethods, moneyStates, notices, sessionStates } from "@/lib/checkout/vocabulary";
import { networkCodes } from "@/lib/reference/card-networks";
import { environments } from "@/lib/reference/platforms";
import { purposes } from "@/lib/reference/purposes";

/** Apart from the form's schema, because the page trusts its own server's answers and need not load what checks them. */

/** The session as its page shows it, derived from the record alone. Also what every action of the page answers. */
export const sessionView = z.object({
  state: z.enum(sessionStates),
  purpose: z.enum(purposes),
  method: z.enum(checkoutMethods),
  environment: z.enum(environments),
  transaction_id: z.string(),
  order_id: z.string(),
  merchant: z.object({
    name: z.string(),
    /** Whom to turn to; `href` where that can be followed. */
    support: z.nullable(z.object({ text: z.string(), href: z.nullable(z.string()) })),
    picture: z.nullable(z.string()),
  }),
  currency: z.string(),
  /** What the shop asked for, what is added, and what will be debited. Stars where nobody is to know. */
  total: z.string(),
  fee: z.string(),
  amount: z.string(),
  avs: z.boolean(),
  asks_email: z.boolean(),
  money: z.enum(moneyStates),
  /** Until the session ends, by its own clock, when this was answered. */
  remaining_ms: z.number(),
  duration_ms: z.number(),
  is_clock_stopped: z.boolean(),
  /** How long the gateway's answer has been awaited. */
  confirming_ms: z.number(),
  notice: z.nullable(z.enum(notices)),
  tries_left: z.number(),
  card_type: z.nullable(z.enum(networkCodes)),
  /** The card that is to be charged, where it is a stored one. */
  stored_card: z.nullable(z.object({ network: z.enum(networkCodes), last4: z.string(), expiry: z.string() })),
  /** Where to go back to without a result. */
  shop_url: z.string(),
  /** Origins that may frame the page, and hear of its height and result. */
  frame_origins: z.array(z.string()),
  /** Once there is a result: its status, and the address that hands it over, which is null 24 hours later. */
  result: z.nullable(
    z.object({
      status: z.enum(["success", "failed", "error"]),
      is_expired: z.boolean(),
      redirect: z.nullable(z.string()),
    }),
  ),
});
export type SessionView = z.output<typeof sessionView>;
