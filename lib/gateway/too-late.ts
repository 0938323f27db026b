import { isPast, second } from "@/lib/kit/clock";
import type { AuthoriseRequest } from "./port";

/** The checkout believes after 45 s that a charge without a record was never made. */
const recordedWithinMs = 35 * second;

/**
 * Whether the record of a charge came too late, because its process was paused. Call it after the record was written:
 * a record that was there in time is found by every later inquiry.
 */
export const isRecordTooLate = ({ calledAt }: AuthoriseRequest, at: Date): boolean =>
  isPast(calledAt, recordedWithinMs, at);
