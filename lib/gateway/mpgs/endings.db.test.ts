import type { Fault } from "@/emulator/mpgs/faults";
import { failureCodes } from "@/emulator/mpgs/outcomes";
import { mpgsKit } from "@/emulator/mpgs/testing/live-kit";
import { describeLiveEndings } from "@/tests/support/live-suites/endings";
import type { MpgsAnswer } from "./transport/transport";

type Answer = Pick<Fault, "kind" | "code">;

/** Every answer that the adapter tells apart. The type makes a new kind of answer fail here until it is listed. */
const answersOf: Record<MpgsAnswer["kind"], readonly Answer[]> = {
  processed: [
    ...[...failureCodes, "LOCK_FAILURE", "A_NEW_CODE", ""].map((code) => ({ kind: "code", code }) as const),
    { kind: "unknown_code" },
    { kind: "pending" },
    { kind: "wrong_amount" },
    { kind: "wrong_identifier" },
  ],
  refused: [{ kind: "invalid_request" }, { kind: "request_rejected" }],
  silent: [
    { kind: "hang" },
    { kind: "lost_before" },
    { kind: "lost_after" },
    { kind: "http_500_after" },
    { kind: "http_404_empty" },
    { kind: "html" },
    { kind: "null_after" },
    { kind: "server_busy" },
    { kind: "server_failed" },
  ],
  // A call that is not sent depends on the whole gateway, not on one call.
  unsent: [],
};

describeLiveEndings(mpgsKit, {
  every: Object.values(answersOf).flat(),
  voidCodes: ["TIMED_OUT", "PENDING", "A_NEW_CODE"],
});
