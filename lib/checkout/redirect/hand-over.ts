import type { SessionRow } from "@/lib/checkout/session/session-row-store";
import { currentSecrets } from "@/lib/hash-keys/merchant-keys";
import type { TimelineStep } from "@/lib/timeline/steps";
import { finalRecordOf, type Redirect, redirectOf } from "./redirect";

/** The timeline step of a page that receives the redirect. */
export const handOverStep = ({ isDataLeftOut }: Pick<Redirect, "isDataLeftOut">): TimelineStep => ({
  type: "redirect_handed_over",
  detail: isDataLeftOut ? { dataLeftOut: true } : {},
});

/**
 * The step for a session that is just getting its result. Null if the redirect cannot be built yet: without a result or
 * keys, and before the card of the session is stored.
 */
export function handOverOf(session: SessionRow): TimelineStep | null {
  const record = finalRecordOf(session);
  if (!record || !session.keys || session.purpose === "card_create") return null;
  return handOverStep(redirectOf(record, currentSecrets(session.keys)));
}
