import { monthOf } from "@/lib/checkout/pay/parse-payment";
import { noteOnce } from "@/lib/checkout/session/store";
import type { Simulation } from "@/lib/reference/simulation";
import type { Month } from "./card-fields";
import type { Prefill } from "./page-contract";
import { type CustomerDetails, prefillOf } from "./prefill";
import { samplePageOf } from "./sample-page";
import type { SessionView } from "./view-contract";
import { findByToken, simulationOf, viewOf } from "./view-session";

const emptyCustomer: CustomerDetails = {
  email: null,
  firstName: null,
  lastName: null,
  address1: null,
  address2: null,
  city: null,
  region: null,
  zipcode: null,
  country: null,
  phone: null,
};

export type CheckoutPage = {
  view: SessionView;
  /** The merchant's own, where it chose one. */
  accent: string | null;
  prefill: Prefill;
  simulation: Simulation | null;
  today: Month;
};

/** Everything the hosted page starts with, or null where there is no such session. */
export async function openCheckout(token: string): Promise<CheckoutPage | null> {
  const found = await findByToken(token);
  if (!found) return samplePageOf(token);
  const { session, now } = found;
  if (session.openedAt === null) await noteOnce(session.id, "openedAt", now, { type: "page_opened" });
  return {
    view: await viewOf(session.id),
    accent: session.account.settings?.accentColour ?? null,
    // Once it is over there is no form to fill in, and the address lies in histories and logs. Of a stored card's
    // holder the page asks nothing, and tells nothing.
    prefill: prefillOf(session.state === "finalised" || session.chargedCard ? emptyCustomer : session),
    simulation: session.environment === "sandbox" ? simulationOf(session) : null,
    today: monthOf(now),
  };
}
