import { monthOf } from "@/lib/checkout/pay/parse-payment";
import { checkoutToken, readCheckoutToken } from "@/lib/checkout/session/session-token";
import { type CheckoutMethod, checkoutMethods } from "@/lib/checkout/vocabulary";
import { now } from "@/lib/kit/clock";
import { samplePrefill, sampleView } from "./sample-view";

/** A ULID that no session can have, because its timestamp is zero. */
const sampleIdOf = (method: CheckoutMethod) => String(checkoutMethods.indexOf(method)).padStart(26, "0");

/** The path of a payment page without a session, for the script check. Only `APP_SECRET` reveals it. */
export const samplePath = (method: CheckoutMethod): string => `/checkout/${checkoutToken(sampleIdOf(method))}`;

/** The sample page for a token from `samplePath`; null for any other token. It has no session, so it cannot pay. */
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
