import { simulationOf } from "@/lib/checkout/session/session-row-store";
import { findByToken, noteOnce } from "@/lib/checkout/session/store";
import type { Framing } from "@/lib/http/pages/page-policy";
import { customerDetailsOf } from "@/lib/reference/customer-details";
import type { Simulation } from "@/lib/reference/simulation";
import { findTestCard, testFields } from "@/lib/reference/test-cards";
import { advanceReadAndView } from "./advance-and-view";
import { type Month, monthOf } from "./card-fields";
import type { Prefill } from "./page-fields";
import { framingOfPage } from "./page-framing";
import { prefillOf } from "./prefill";
import { samplePageOf } from "./sample-page";
import type { SessionView } from "./view-contract";

export type CheckoutPage = {
  view: SessionView;
  /** The accent colour that the merchant chose, or null. */
  accent: string | null;
  prefill: Prefill;
  simulation: Simulation | null;
  today: Month;
  framing: Framing;
};

/**
 * Returns the initial data of the hosted page, or null if no session has this token. `cardName` names the test card
 * that the form of a sandbox session starts with.
 */
export async function openCheckout(token: string, cardName: string | null = null): Promise<CheckoutPage | null> {
  const session = await findByToken(token);
  if (!session) return samplePageOf(token);
  if (session.openedAt === null) await noteOnce(session.id, "openedAt", session.now, { type: "page_opened" });
  const today = monthOf(session.now);
  const isSandbox = session.environment === "sandbox";
  const card = isSandbox && findTestCard(cardName);
  return {
    view: await advanceReadAndView(session),
    accent: session.account.settings.accentColour,
    // Nothing is prefilled for a finalised session: it has no form, and its URL stays in browser histories and logs.
    // Nothing is prefilled for a stored card either, because the page asks nothing about the cardholder.
    prefill: {
      ...prefillOf(session.state === "finalised" || session.chargedCard ? customerDetailsOf({}) : session),
      ...(card && testFields(card, today)),
    },
    simulation: isSandbox ? simulationOf(session) : null,
    today,
    framing: framingOfPage(session),
  };
}
