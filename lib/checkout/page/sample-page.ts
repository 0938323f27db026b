import { monthOf } from "@/lib/checkout/pay/parse-payment";
import { checkoutToken, readCheckoutToken } from "@/lib/checkout/session/session-token";
import { type CheckoutMethod, checkoutMethods } from "@/lib/checkout/vocabulary";
import { now } from "@/lib/kit/clock";
import { samplePrefill, sampleView } from "./sample-view";

/** The ULID of no session: no clock shows this time. */
const sampleIdOf = (method: CheckoutMethod) => String(checkoutMethods.indexOf(method)).padStart(26, "0");

/** The payment page without a session, for the check of its scripts. Only a holder of APP_SECRET knows its address. */
export const samplePath = (method: CheckoutMethod): string => `/checkout/${checkoutToken(sampleIdOf(method))}`;

/** The page for such an address; null for every other one. Nothing can be sent from it: no session is behind it. */
export function samplePageOf(token: string) {
  const id = readCheckoutToken(token);
  const method = checkoutMethods.find((known) => sampleIdOf(known) === id);
  if (!method) return null;
  const merchant = { name: "Sample", support: null, picture: null };
  return {
    view: sampleView({ method, environment: "live", merchant, currency: "TTD", avs: false }),
    accent: null,
    prefill: samplePrefill("TT"),
    simulation: null,
    today: monthOf(now()),
  };
}
