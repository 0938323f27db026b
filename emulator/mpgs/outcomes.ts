/** The answers of an issuer, or of the gateway for it. Without an acquirer code, only the gateway's own code tells. */
const acquirerCodes: Readonly<Record<string, string | null>> = {
  APPROVED: "00",
  APPROVED_AUTO: "00",
  APPROVED_PENDING_SETTLEMENT: "00",
  PARTIALLY_APPROVED: "10",
  DECLINED: "05",
  EXPIRED_CARD: "54",
  INSUFFICIENT_FUNDS: "51",
  REFERRED: "01",
  INVALID_CSC: null,
  DECLINED_CSC: null,
  DECLINED_AVS: null,
  DECLINED_AVS_CSC: null,
  DECLINED_DO_NOT_CONTACT: null,
  DECLINED_INVALID_PIN: null,
  DECLINED_PIN_REQUIRED: null,
  NOT_SUPPORTED: null,
  UNSPECIFIED_FAILURE: null,
  AUTHENTICATION_FAILED: null,
  NOT_ENROLLED_3D_SECURE: null,
  BLOCKED: null,
  EXCEEDED_RETRY_LIMIT: null,
  ABORTED: null,
  CANCELLED: null,
  TIMED_OUT: null,
  ACQUIRER_SYSTEM_ERROR: null,
  SYSTEM_ERROR: null,
  UNKNOWN: null,
  PENDING: null,
};

/** All codes with which a payment can fail, or stay without a result. */
export const failureCodes: readonly string[] = Object.keys(acquirerCodes).filter(
  (code) => !code.includes("APPROVED") && code !== "PENDING",
);

/** The result is open: the issuer may have charged the card. */
const undecidedCodes = ["TIMED_OUT", "ACQUIRER_SYSTEM_ERROR", "SYSTEM_ERROR", "UNKNOWN", "PENDING"];
export const isUndecided = (gatewayCode: string): boolean => undecidedCodes.includes(gatewayCode);

export const acquirerCodeOf = (gatewayCode: string): string | null => acquirerCodes[gatewayCode] ?? null;

export type Result = "SUCCESS" | "FAILURE" | "PENDING" | "UNKNOWN";

export function resultOf(gatewayCode: string): Result {
  if (gatewayCode.includes("APPROVED")) return "SUCCESS";
  return gatewayCode === "PENDING" || gatewayCode === "UNKNOWN" ? gatewayCode : "FAILURE";
}

export function recommendationOf(gatewayCode: string): string {
  if (resultOf(gatewayCode) !== "FAILURE" || isUndecided(gatewayCode)) return "NO_ACTION";
  return gatewayCode === "DECLINED_DO_NOT_CONTACT"
    ? "DO_NOT_PROCEED_ABANDON_ORDER"
    : "RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS";
}

/** The expiry of a test card decides its payment. Months and years have two digits. */
const expiryCodes: Readonly<Record<string, string>> = {
  "01/39": "APPROVED",
  "05/39": "DECLINED",
  "04/27": "EXPIRED_CARD",
  "08/28": "TIMED_OUT",
  "01/37": "ACQUIRER_SYSTEM_ERROR",
  "02/37": "UNSPECIFIED_FAILURE",
  "05/37": "UNKNOWN",
};

type Expiry = { month: string; year: string };

/** Null: the card itself decides. */
export function codeOfExpiry({ month, year }: Expiry, at: number): string | null {
  const code = expiryCodes[`${month}/${year}`];
  if (code) return code;
  return Date.UTC(2000 + Number(year), Number(month), 1) <= at ? "EXPIRED_CARD" : null;
}

export const expiryRows = Object.entries(expiryCodes);
