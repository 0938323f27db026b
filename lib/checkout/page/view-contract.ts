import * as z from "zod/mini";
import { networkCodes } from "@/lib/reference/card-networks";
import { environments } from "@/lib/reference/platforms";
import { purposes } from "@/lib/reference/purposes";
import { checkoutMethods, moneyStates, notices, sessionStates } from "@/lib/reference/stored-values";

/**
 * The session as the hosted page shows it. Every action of the page returns this view. The schema is separate from the
 * form's schema, so that the browser does not load validation that only the server needs.
 */
export const sessionView = z.object({
  state: z.enum(sessionStates),
  purpose: z.enum(purposes),
  method: z.enum(checkoutMethods),
  environment: z.enum(environments),
  transaction_id: z.string(),
  /** The merchant's order. A payment of a link has none, and shows its reference. */
  order_id: z.string(),
  /** What the payer buys by a payment link, or null. The page shows it instead of the order id. */
  title: z.nullable(z.string()),
  merchant: z.object({
    name: z.string(),
    /** The merchant's support contact. `href` is null if the contact cannot be shown as a link. */
    support: z.nullable(z.object({ text: z.string(), href: z.nullable(z.string()) })),
    picture: z.nullable(z.string()),
  }),
  currency: z.string(),
  /**
   * `total` is the requested total, `fee` the customer's fee, and `amount` their sum. Stars hide a micro-charge.
   */
  total: z.string(),
  fee: z.string(),
  amount: z.string(),
  avs: z.boolean(),
  asks_email: z.boolean(),
  money: z.enum(moneyStates),
  /** The time until the session expires, by the session's own clock. */
  remaining_ms: z.number(),
  duration_ms: z.number(),
  /** Whether the payer may extend the session in its last minute. */
  can_extend: z.boolean(),
  is_clock_stopped: z.boolean(),
  /** The zone of the merchant's country, in which page and receipt name times. */
  time_zone: z.object({ id: z.string(), name: z.string(), offset: z.string() }),
  /** How long the session has been waiting for an answer from the gateway. */
  confirming_ms: z.number(),
  notice: z.nullable(z.enum(notices)),
  /** A text that the card's bank wants the payer to read, or null. */
  bank_message: z.nullable(z.string()),
  tries_left: z.number(),
  card_type: z.nullable(z.enum(networkCodes)),
  /** The stored card that the session charges, or null. */
  stored_card: z.nullable(z.object({ network: z.enum(networkCodes), last4: z.string(), expiry: z.string() })),
  /** The card of the latest attempt, while the page confirms it and with its result. */
  card: z.nullable(z.object({ network: z.enum(networkCodes), last4: z.string() })),
  /**
   * The origin of the shop. Null for a payment link without a shop. The page links to it when no redirect with a result
   * is available.
   */
  shop_url: z.nullable(z.string()),
  /** The title of the payment link to whose page the payer returns without a success, or null. */
  back_to: z.nullable(z.string()),
  /** Origins that may embed the page in a frame. The page posts its height and the result to them. */
  frame_origins: z.array(z.string()),
  /**
   * The result, or null while the session has none. `redirect` and `receipt` become null 24 hours after the result.
   * `mailed_to` is the address of the mail about the result, for some minutes and if there is such a mail. `receipt` is
   * the address of the receipt page, if money was paid.
   */
  result: z.nullable(
    z.object({
      status: z.enum(["success", "failed", "error"]),
      is_expired: z.boolean(),
      at: z.string(),
      mailed_to: z.nullable(z.string()),
      redirect: z.nullable(z.string()),
      receipt: z.nullable(z.string()),
    }),
  ),
});
export type SessionView = z.output<typeof sessionView>;

/** The merchant as payers see it. */
export type MerchantView = SessionView["merchant"];
