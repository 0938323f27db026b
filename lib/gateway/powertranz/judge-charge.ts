import { isAllowed } from "../authentication-rules";
import type { Outcome } from "../port";
import { findAuthenticationPlace, loadTerminal, readPolicy } from "../terminals/terminal-store";
import { type PowertranzCharge, updatePowertranzCharge } from "./charge-store";
import {
  authenticationIn,
  codes,
  type GatewayTransaction,
  isIssuerCode,
  isSameIdentifier,
  isSameMoney,
  partialCodes,
  transactionTypes,
} from "./wire/answers";
import { declineCodeOf } from "./wire/decline-code";
import { avsAnswerOf } from "./wire/verification-letters";

type Asked = "payment" | "inquiry";

/**
 * Interprets the gateway's answer about a charge whose payment was sent, and records it. An answer that does not fit
 * the charge is no answer. A decline that only inquiries report counts when two of them in a row have the same code.
 */
export async function judgeCharge(
  charge: PowertranzCharge,
  answer: GatewayTransaction,
  { asked, now }: { asked: Asked; now: Date },
): Promise<Outcome> {
  if (!isSameIdentifier(answer.TransactionIdentifier, charge.transactionIdentifier)) return { status: "unknown" };
  const isoCode = answer.IsoResponseCode;
  if (isApproval(answer, asked)) return judgeApproval(charge, answer, { asked, now });
  if (!isIssuerCode(isoCode) || isoCode === codes.approved || !isAnswer(answer, asked)) return { status: "unknown" };
  // The code of an inquiry may be about the query itself. A decline that is not one would lose a payment.
  if (asked === "inquiry" && isoCode !== charge.isoCode) {
    await updatePowertranzCharge(charge.attemptId, { isoCode });
    return { status: "unknown" };
  }
  const cvvLetter = answer.RiskManagement?.CvvResponseCode ?? answer.CvvResponseCode;
  const code = declineCodeOf({ isoCode, network: charge.network, cvvLetter });
  const authentication = authenticationIn(answer, "gateway") ?? charge.authentication;
  await updatePowertranzCharge(charge.attemptId, { isoCode, declineCode: code, ...lettersIn(answer), authentication });
  return { status: "declined", code, ...(authentication && { authentication }) };
}

/**
 * Whether the code is the outcome of the charge. After the code 94 of a payment, an inquiry decides, because an earlier
 * payment may have succeeded. The code 89 of an inquiry refuses the inquiry, unless it belongs to the record of a sale.
 */
function isAnswer({ IsoResponseCode: code, TransactionType }: GatewayTransaction, asked: Asked): boolean {
  if (asked === "payment") return code !== codes.duplicate;
  return code !== codes.badCredentials || TransactionType === transactionTypes.sale;
}

/**
 * Whether the answer says that money was taken. The payment's answer has the flag `Approved`. An inquiry's answer has
 * only the code, and a partial approval also takes money.
 */
function isApproval({ Approved, IsoResponseCode = "", TransactionType }: GatewayTransaction, asked: Asked): boolean {
  if (asked === "payment") return Approved === true;
  const isSale = (TransactionType ?? transactionTypes.sale) === transactionTypes.sale;
  return isSale && [codes.approved, ...partialCodes].includes(IsoResponseCode);
}

async function judgeApproval(
  charge: PowertranzCharge,
  answer: GatewayTransaction,
  { asked, now }: { asked: Asked; now: Date },
): Promise<Outcome> {
  const isAsRequested = answer.IsoResponseCode === codes.approved && isSameMoney(answer, charge);
  // The inquiry decides about an approval of another amount, in case only the echo is wrong.
  if (!isAsRequested && asked === "payment" && answer.IsoResponseCode === codes.approved) return { status: "unknown" };
  const authentication = authenticationIn(answer, "gateway") ?? charge.authentication;
  const letters = lettersIn(answer);
  await updatePowertranzCharge(charge.attemptId, {
    isoCode: answer.IsoResponseCode ?? null,
    approvedAt: charge.approvedAt ?? now,
    authorizationCode: answer.AuthorizationCode ?? charge.authorizationCode,
    rrn: answer.RRN ?? charge.rrn,
    ...letters,
    authentication,
  });
  const verdict = isAsRequested ? await judgeThreeDSecure(charge, answer) : "amount";
  // The record that an inquiry returns may still contain the result.
  if (verdict === "unconfirmed" && asked === "payment") return { status: "unknown" };
  return {
    status: "approved",
    reference: answer.RRN ?? charge.rrn ?? answer.AuthorizationCode ?? charge.transactionIdentifier,
    avs: avsAnswerOf(charge.network, letters.avsLetter ?? charge.avsLetter ?? undefined),
    // A payer can forge the browser's report, so only the gateway's own report proves the authentication.
    ...(authentication?.isConfirmed && authentication.status === "Y" && { isAuthenticated: true as const }),
    ...(authentication && { authentication }),
    ...(verdict !== "accepted" && { unacceptable: verdict === "amount" ? verdict : "authentication" }),
  };
}

type Verdict = "accepted" | "amount" | "authentication" | "unconfirmed";

/**
 * The gateway's own result of 3DS decides. Without one, the payer's browser alone has reported a result, and it may be
 * forged.
 */
async function judgeThreeDSecure(charge: PowertranzCharge, answer: GatewayTransaction): Promise<Verdict> {
  const { terminalId, requiresAuthentication } = charge;
  const status = statusOf(answer);
  if (status === null) return (await confirmationOf(charge, answer)) === "required" ? "unconfirmed" : "accepted";
  const { platform } = await loadTerminal(terminalId);
  const isAcceptable = isAllowed(status, { policy: await readPolicy(platform), requiresAuthentication });
  return isAcceptable ? "accepted" : "authentication";
}

/**
 * Whether the gateway's record should add the result of 3DS, which this answer lacks. If it is `required`, an approval
 * without it is voided. If it is `useful`, the record may show that the browser's report was forged.
 */
export async function confirmationOf(
  { terminalId, authentication, requiresAuthentication }: PowertranzCharge,
  answer: GatewayTransaction,
): Promise<"required" | "useful" | "none"> {
  const isUnconfirmed = authentication !== null && !authentication.isConfirmed && statusOf(answer) === null;
  if (!isUnconfirmed) return "none";
  const { credentials, ...terminal } = await loadTerminal(terminalId);
  const { baseAddress } = credentials;
  const place = await findAuthenticationPlace({ ...terminal, baseAddress });
  const policy = await readPolicy(terminal.platform);
  const isReported = place === "payment" || place === "inquiry";
  if (requiresAuthentication || isReported || policy.allowsUnconfirmed === false) return "required";
  return place === "nowhere" ? "none" : "useful";
}

/** The status of 3DS in the gateway's answer. A failure of 3DS itself has no status, and is never acceptable. */
function statusOf({ RiskManagement }: GatewayTransaction): string | null {
  const { ResponseCode, AuthenticationStatus } = RiskManagement?.ThreeDSecure ?? {};
  if (ResponseCode === codes.unsupported) return "unsupported";
  return AuthenticationStatus ?? (ResponseCode ? "failed" : null);
}

function lettersIn({ RiskManagement, AvsResponseCode, CvvResponseCode }: GatewayTransaction) {
  const avsLetter = RiskManagement?.AvsResponseCode ?? AvsResponseCode;
  const cvvLetter = RiskManagement?.CvvResponseCode ?? CvvResponseCode;
  return { ...(avsLetter && { avsLetter }), ...(cvvLetter && { cvvLetter }) };
}
