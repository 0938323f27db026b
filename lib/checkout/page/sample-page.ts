import { checkoutToken, readCheckoutToken } from "@/lib/checkout/session/session-token";
import { unframed } from "@/lib/http/pages/page-policy";
import { now } from "@/lib/kit/clock";
import { customerDetailsOf } from "@/lib/reference/customer-details";
import { type CheckoutMethod, checkoutMethods } from "@/lib/reference/stored-values";
import { monthOf } from "./card-fields";
import { prefillOf } from "./prefill";
import { sampleView } from "./sample-view";

/** The session id of a sample page. No real session can have this ULID, because its timestamp is zero. */
const sampleIdOf = (method: CheckoutMethod) => String(checkoutMethods.indexOf(method)).padStart(26, "0");

/**
 * The path of a sample payment page without a session, with which check-scripts.ts checks the page's scripts. Without
 * `APP_SECRET` the path cannot be guessed.
 */
export const samplePath = (method: CheckoutMethod): string => `/checkout/${checkoutToken(sampleIdOf(method))}`;

/**
 * The sample page for a token from `samplePath`, or null for any other token. The sample page has no session, so it
 * cannot charge a card.
 */
export function samplePageOf(token: string) {
  const id = readCheckoutToken(token);
  const method = checkoutMethods.find((known) => sampleIdOf(known) === id);
  if (!method) return null;
  const merchant = { name: "Sample", support: null, picture: null };
  return {
    view: sampleView({ method, environment: "live", merchant, currency: "TTD", avs: false }),
    accent: null,
    prefill: prefillOf(customerDetailsOf({ country: "TT" })),
    simulation: null,
    today: monthOf(now()),
    framing: unframed,
  };
}
