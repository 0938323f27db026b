import { columnsOfChange, writeSession } from "@/lib/checkout/session/change-store";
import type { LockedSession } from "@/lib/checkout/session/lock-store";
import { timelineParts } from "@/lib/timeline/store";

/** Shows a notice on the form without counting an attempt, because no attempt was made. */
export async function noteOnForm(
  locked: LockedSession,
  lastCode: string,
  type: "order_held" | "gateway_down",
): Promise<void> {
  const { session, situation } = locked;
  // Repeated clicks on Pay must not add further steps to the timeline.
  if (situation.state !== "hosted" || session.lastCode === lastCode) return;
  const steps = timelineParts(session.id, situation.now, [{ type, detail: { code: lastCode } }]);
  await writeSession(locked, columnsOfChange(locked, { state: "hosted", lastCode }), steps);
}
