import type { AvsAnswer } from "@/lib/gateway/port";
import { approvedCode, declinedCode, ownCodes, unauthenticatedCode } from "@/lib/reference/response-codes";

/** Approvals that the gateway may still take back or complete. The state of the order decides. */
export const waitingApprovals: readonly string[] = ["APPROVED_AUTO", "APPROVED_PENDING_SETTLEMENT"];

/** Whether the code of a success says that money was taken, maybe less than was asked for. */
export const isTaken = (code: string | undefined): boolean =>
  code !== undefined && ["APPROVED", "PARTIALLY_APPROVED", ...waitingApprovals].includes(code);

const pinCode = "55";

/** Our code for each definite refusal. Every other code of the gateway says nothing certain about the charge. */
const refusals: Readonly<Record<string, string>> = {
  DECLINED: declinedCode,
  EXPIRED_CARD: "54",
  INSUFFICIENT_FUNDS: "51",
  INVALID_CSC: "82",
  DECLINED_CSC: "82",
  REFERRED: "01",
  DECLINED_DO_NOT_CONTACT: "04",
  DECLINED_AVS: declinedCode,
  DECLINED_AVS_CSC: declinedCode,
  DECLINED_INVALID_PIN: pinCode,
  DECLINED_PIN_REQUIRED: pinCode,
  NOT_SUPPORTED: "58",
  UNSPECIFIED_FAILURE: "06",
  AUTHENTICATION_FAILED: unauthenticatedCode,
  NOT_ENROLLED_3D_SECURE: unauthenticatedCode,
  EXCEEDED_RETRY_LIMIT: declinedCode,
  ABORTED: declinedCode,
  CANCELLED: declinedCode,
};

/** A rule of the gateway about risk or 3DS refused the payment. */
const blocked = "BLOCKED";
const blockedCode = "57";

/** A declined charge must never be recorded as an approval or with one of our own codes. */
const reservedCodes: readonly string[] = [approvedCode, ...ownCodes];

type Refusal = {
  gatewayCode: string | undefined;
  /** The answer of the card's bank, which is often an ISO code. */
  acquirerCode: string | undefined;
  isAuthenticated: boolean;
};

/** Our code of a definite refusal, or null if the gateway's code leaves open whether the charge was made. */
export function declineCodeOf({ gatewayCode = "", acquirerCode = "", isAuthenticated }: Refusal): string | null {
  const own = gatewayCode === blocked ? (isAuthenticated ? blockedCode : unauthenticatedCode) : refusals[gatewayCode];
  if (!own) return null;
  const issuer = acquirerCode.toUpperCase();
  return /^[0-9A-Z]{2}$/.test(issuer) && !reservedCodes.includes(issuer) ? issuer : own;
}

const avsAnswers: Readonly<Record<string, AvsAnswer>> = {
  ADDRESS_ZIP_MATCH: "match",
  ADDRESS_MATCH: "zip_fail",
  ZIP_MATCH: "street_fail",
  NO_MATCH: "street_and_zip_fail",
};

export const avsAnswerOf = (code: string | null | undefined): AvsAnswer => avsAnswers[code ?? ""] ?? "unavailable";
