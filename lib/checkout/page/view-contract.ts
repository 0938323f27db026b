import * as z from "zod/mini";
import { checkoutMethods, moneyStates, notices, sessionStates } from "@/lib/checkout/vocabulary";
import { networkCodes } from "@/lib/reference/card-networks";
import { environments } from "@/lib/reference/platforms";
import { purposes } from "@/lib/reference/purposes";

/**
 * The session as its page shows it, derived from the record alone. Every action of the page returns it. It is separate
 * from the form's schema, so that the browser does not load validation that only the server needs.
 */
export const sessionView = z.object({
  state: z.enum(sessionStates),
  purpose: z.enum(purposes),
  method: z.enum(checkoutMethods),
  environment: z.enum(environments),
  transaction_id: z.string(),
  order_id: z.string(),
  merchant: z.object({
    name: z.string(),
    /** `href` is null if the contact cannot be linked. */
    support: z.nullable(z.object({ text: z.string(), href: z.nullable(z.string()) })),
    picture: z.nullable(z.string()),
  }),
  currency: z.string(),
  /** The total as requested, the customer's fee, and their sum. A hidden micro-charge is shown as stars. */
  total: z.string(),
  fee: z.string(),
  amount: z.string(),
  avs: z.boolean(),
  asks_email: z.boolean(),
  money: z.enum(moneyStates),
  /** Time left by the session's own clock. */
  remaining_ms: z.number(),
  duration_ms: z.number(),
  is_clock_stopped: z.boolean(),
  /** How long the session has been waiting for the gateway. */
  confirming_ms: z.number(),
  notice: z.nullable(z.enum(notices)),
  tries_left: z.number(),
  card_type: z.nullable(z.enum(networkCodes)),
  /** The stored card to charge, or null. */
  stored_card: z.nullable(z.object({ network: z.enum(networkCodes), last4: z.string(), expiry: z.string() })),
  /** The shop's origin, for returning without a result. */
  shop_url: z.string(),
  /** Origins that may frame the page; the page posts its height and result to them. */
  frame_origins: z.array(z.string()),
  /** Null until there is a result. `redirect` is null from 24 hours after it. */
  result: z.nullable(
    z.object({
      status: z.enum(["success", "failed", "error"]),
      is_expired: z.boolean(),
      redirect: z.nullable(z.string()),
    }),
  ),
});
export type SessionView = z.output<typeof sessionView>;
