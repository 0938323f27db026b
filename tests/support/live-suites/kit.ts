import type { CommonDials, DialWords } from "@/emulator/base/dials";
import type { DeliveryFaultKind } from "@/emulator/base/faults";
import type { DownMode } from "@/emulator/base/world";
import type { Startable } from "@/emulator/testing/emulator-for-file";
import type { LiveEmulator } from "@/tests/support/in-process/live-checkout";

/** A fault of any emulator. Each emulator has names of its own for its calls, and kinds of its own. */
export type LiveFault = {
  endpoint: string;
  kind: string;
  ms?: number;
  times?: number;
  code?: string;
  transactionIdentifier?: string;
};

export type FaultyEmulator = LiveEmulator & {
  addFault(fault: LiveFault): void;
  drawFaults(draw: (endpoint: string) => LiveFault | null): void;
  clearFaults(): void;
  setDials(dials: object): void;
  setDown(mode: DownMode | null): void;
  runPostponed(): void;
  settleAll(): void;
};

/** An acquirer and its emulator, for the suites that every live acquirer passes. */
export type LiveKit<Started extends FaultyEmulator> = {
  definition: Startable<Started> & { dials: DialWords<CommonDials> };
  /** The names of the calls in faults. */
  calls: {
    /** All calls before the payment. */
    first: readonly string[];
    payment: string;
    /** The query that decides about a payment. */
    query: string;
    /** The query that shows voids and refunds. */
    order: string;
    void: string;
    refund: string;
    health: string;
  };
  /** The kinds of faults that only this emulator has. */
  ownFaultKinds: Readonly<Record<string, string>>;
  /** The attempt of a charge that the emulator shows. */
  attemptOf(charge: ReturnType<Started["state"]>["transactions"][number]): string | null;
  cards: Readonly<Record<string, string>>;
  /** A card whose payment leads to a page of the bank. Without it, every payment does. */
  pagedCard?: string;
  /** Names of cards whose payments are never approved. */
  neverApproved: readonly string[];
};

/** After these faults a call has no answer. */
export const unansweredKinds: readonly DeliveryFaultKind[] = [
  ...(["hang", "late_work", "lost_after", "lost_before", "http_404_empty", "http_500_empty"] as const),
  ...(["http_500_after", "html", "html_after", "null", "null_after", "garbage_after"] as const),
];
