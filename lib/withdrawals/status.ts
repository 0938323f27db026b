/** The steps of a withdrawal. A trigger in the database knows the same. */
export const pending = 0;
export const processing = 1;
export const completed = 2;
export const held = 3;
export const released = 4;
export const refunded = 5;
export const cancelled = 6;

export type Status =
  | typeof pending
  | typeof processing
  | typeof completed
  | typeof held
  | typeof released
  | typeof refunded
  | typeof cancelled;

export const statusDescriptions: Readonly<Record<Status, string>> = {
  [pending]: "Not On ACH File",
  [processing]: "Processing",
  [completed]: "Completed",
  [held]: "Held",
  [released]: "Released",
  [refunded]: "Refunded",
  [cancelled]: "Cancelled",
};

/** By status, from which ones it can be reached. */
const sources: Readonly<Record<Status, readonly Status[]>> = {
  [pending]: [],
  [processing]: [pending, released],
  [completed]: [processing],
  [held]: [pending],
  [released]: [held],
  [refunded]: [processing],
  [cancelled]: [pending, released],
};

export const sourcesOf = (status: Status): readonly Status[] => sources[status];

/** What becomes of the money that was held for it, once it is there. */
export function effectOf(status: Status): "pay" | "release" | null {
  if (status === completed) return "pay";
  return status === refunded || status === cancelled ? "release" : null;
}
