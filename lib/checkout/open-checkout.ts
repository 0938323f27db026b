import type { Simulation } from "@/lib/reference/simulation";
import type { Month } from "./card-fields";
import type { Prefill, SessionView } from "./page-contract";
import { prefillOf } from "./prefill";
import { monthOf } from "./read-form";
import { appendEvents, markOnce } from "./store";
import { findByToken, simulationOf, viewOf } from "./view-session";

export type CheckoutPage = { view: SessionView; prefill: Prefill; simulation: Simulation | null; today: Month };

/** Everything the hosted page starts with, or null where there is no such session. */
export async function openCheckout(token: string): Promise<CheckoutPage | null> {
  const found = await findByToken(token);
  if (!found) return null;
  const { session, now } = found;
  if (session.openedAt === null && (await markOnce(session.id, "openedAt", now))) {
    await appendEvents(session.id, now, [{ type: "page_opened" }]);
  }
  return {
    view: await viewOf(session.id),
    prefill: prefillOf(session),
    simulation: session.environment === "sandbox" ? simulationOf(session) : null,
    today: monthOf(now),
  };
}
