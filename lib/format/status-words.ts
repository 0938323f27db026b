import { type avsAnswers, avsWords } from "@/lib/reference/avs";
import type {
  CardLinkState,
  chargebackStatuses,
  deliveryStatuses,
  LinkState,
  PaymentOutcome,
  refundStatuses,
  StatusFilter,
  WithdrawalStatus,
} from "@/lib/reference/stored-values";

/**
 * The statuses as pages and mails show them: a word, a colour and an icon. The API, developer pages and CSV files keep
 * the stored values. A stored value without a word does not compile. `value-words.ts` has the values without a colour.
 */
export type StatusTone = "success" | "warning" | "danger" | "info" | "neutral";

/** Names of lucide icons. */
export type StatusIcon =
  | "ban"
  | "circle-alert"
  | "circle-check"
  | "circle-dashed"
  | "circle-pause"
  | "circle-x"
  | "clock"
  | "rotate-cw"
  | "send"
  | "triangle-alert"
  | "undo-2";

export type DisplayStatus = { word: string; tone: StatusTone; icon: StatusIcon };

type Words<Value extends string | number> = Readonly<Record<Value, DisplayStatus>>;

const good = (word: string): DisplayStatus => ({ word, tone: "success", icon: "circle-check" });
const bad = (word: string): DisplayStatus => ({ word, tone: "danger", icon: "circle-x" });
const quiet = (word: string, icon: StatusIcon): DisplayStatus => ({ word, tone: "neutral", icon });
const warning = (word: string, icon: StatusIcon): DisplayStatus => ({ word, tone: "warning", icon });
const info = (word: string, icon: StatusIcon): DisplayStatus => ({ word, tone: "info", icon });

export const linkStateWords: Words<LinkState> = {
  open: good("Open"),
  closed: quiet("Closed", "circle-pause"),
  used_up: quiet("Used up", "circle-check"),
  expired: warning("Expired", "clock"),
};

export const cardLinkWords: Words<CardLinkState> = {
  waiting: info("Waiting", "clock"),
  stored: good("Card stored"),
  withdrawn: quiet("Withdrawn", "ban"),
  expired: warning("Expired", "clock"),
  exhausted: quiet("Opened too often", "ban"),
};

export const outcomeWords: Words<PaymentOutcome> = {
  success: good("Paid"),
  open: info("Open", "clock"),
  confirming: warning("Confirming", "clock"),
  declined: bad("Declined"),
  abandoned: quiet("Abandoned", "circle-dashed"),
  cancelled: quiet("Cancelled", "ban"),
  error: { word: "Error", tone: "danger", icon: "circle-alert" },
};

export const partlyRefunded = quiet("Partly refunded", "undo-2");

const refundPending = warning("Refund pending", "clock");

/** The statuses of the API, and those of the database, which has two for `pending`. */
export const refundWords: Words<(typeof refundStatuses)[number] | "requested" | "sent"> = {
  pending: refundPending,
  requested: refundPending,
  sent: refundPending,
  refunded: quiet("Refunded", "undo-2"),
  rejected: bad("Refund rejected"),
};

export const chargebackWords: Words<(typeof chargebackStatuses)[number]> = {
  open: warning("Chargeback open", "triangle-alert"),
  won: good("Chargeback won"),
  lost: bad("Chargeback lost"),
};

export const withdrawalWords: Words<WithdrawalStatus> = {
  0: info("Scheduled", "clock"),
  1: info("Sent to bank", "send"),
  2: good("Paid out"),
  3: warning("On hold", "circle-pause"),
  4: info("Released", "clock"),
  5: { word: "Returned by bank", tone: "danger", icon: "undo-2" },
  6: quiet("Cancelled", "ban"),
};

const deliveryWords: Words<(typeof deliveryStatuses)[number] | "retrying"> = {
  pending: quiet("Queued", "clock"),
  retrying: warning("Retrying", "rotate-cw"),
  delivered: good("Delivered"),
  failed: bad("Failed"),
};

/** A pending delivery is queued before its first attempt, and retrying after it. */
export const deliveryBadge = (status: (typeof deliveryStatuses)[number], attempts: number): DisplayStatus =>
  deliveryWords[status === "pending" && attempts > 0 ? "retrying" : status];

export const endpointWords: Words<"enabled" | "disabled"> = {
  enabled: good("Enabled"),
  disabled: quiet("Disabled", "circle-pause"),
};

export const keyWords: Words<"active" | "expiring" | "expired" | "revoked"> = {
  active: good("Active"),
  expiring: warning("Expires soon", "clock"),
  expired: quiet("Expired", "ban"),
  revoked: quiet("Revoked", "ban"),
};

const expiresSoonMs = 14 * 24 * 60 * 60 * 1000;

export function keyBadge(expiresAt: Date | string | null, now: Date): DisplayStatus {
  if (expiresAt === null) return keyWords.active;
  const remainingMs = new Date(expiresAt).getTime() - now.getTime();
  if (remainingMs <= 0) return keyWords.expired;
  return remainingMs <= expiresSoonMs ? keyWords.expiring : keyWords.active;
}

export const storedCardWords: Words<"verified" | "unverified" | "expired"> = {
  verified: good("Verified"),
  unverified: warning("Not verified", "clock"),
  expired: quiet("Expired", "ban"),
};

/** Verification of an account by an operator. */
export const verificationWords: Words<"verified" | "unverified"> = {
  verified: good("Verified"),
  unverified: warning("Not verified", "clock"),
};

export const addressCheckWords: Words<(typeof avsAnswers)[number]> = {
  match: good(avsWords.match),
  street_fail: warning(avsWords.street_fail, "triangle-alert"),
  zip_fail: warning(avsWords.zip_fail, "triangle-alert"),
  street_and_zip_fail: bad(avsWords.street_and_zip_fail),
  unavailable: quiet(avsWords.unavailable, "circle-dashed"),
};

/** The choices of the status filter, by their value in the page's query. Each one is the word of a badge. */
export const statusFilterWords: Readonly<Record<StatusFilter, string>> = {
  paid: outcomeWords.success.word,
  open: outcomeWords.open.word,
  confirming: outcomeWords.confirming.word,
  declined: outcomeWords.declined.word,
  abandoned: outcomeWords.abandoned.word,
  cancelled: outcomeWords.cancelled.word,
  error: outcomeWords.error.word,
  "refund-pending": refundWords.pending.word,
  "partly-refunded": partlyRefunded.word,
  refunded: refundWords.refunded.word,
  "refund-rejected": refundWords.rejected.word,
  chargeback: "Chargeback",
};
