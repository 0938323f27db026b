import type { Authentication, Outcome } from "../port";
import { type PowertranzCharge, updatePowertranzCharge } from "./charge-store";
import { loadTerminal, readPolicy } from "./terminal-store";
import { isAllowed } from "./three-d-secure";
import {
  authenticationIn,
  codes,
  type GatewayTransaction,
  isIssuerCode,
  isSameIdentifier,
  isSameMoney,
  transactionTypes,
} from "./wire/answers";
import { declineCodeOf } from "./wire/decline-code";
import { avsAnswerOf } from "./wire/verification-letters";

type Asked = "payment" | "inquiry";

/**
 * Interprets the gateway's answer about a charge whose payment was sent, and records it. An answer that does not fit
 * the charge is no answer.
 */
export async function judgeCharge(
  charge: PowertranzCharge,
  answer: GatewayTransaction,
  { asked, now }: { asked: Asked; now: Date },
): Promise<Outcome> {
  if (!isSameIdentifier(answer.TransactionIdentifier, charge.transactionIdentifier)) return { status: "unknown" };
  const isoCode = answer.IsoResponseCode;
  if (isApproval(answer, asked)) return judgeApproval(charge, answer, { asked, now });
  if (!isIssuerCode(isoCode) || isoCode === codes.approved || isoCode === codes.duplicate) return { status: "unknown" };
  const cvvLetter = answer.RiskManagement?.CvvResponseCode ?? answer.CvvResponseCode;
  const code = declineCodeOf({ isoCode, network: charge.network, cvvLetter });
  const authentication = authenticationIn(answer) ?? charge.authentication;
  await updatePowertranzCharge(charge.attemptId, { isoCode, declineCode: code, ...lettersIn(answer), authentication });
  return { status: "declined", code, ...(authentication && { authentication }) };
}

/**
 * Whether the answer says that money was taken. The payment's answer has the flag `Approved`, an inquiry's answer only
 * has the code. A flag without the code 00, such as a partial approval, also takes money.
 */
function isApproval({ Approved, IsoResponseCode, TransactionType }: GatewayTransaction, asked: Asked): boolean {
  if (asked === "payment") return Approved === true;
  return IsoResponseCode === codes.approved && (TransactionType ?? transactionTypes.sale) === transactionTypes.sale;
}

async function judgeApproval(
  charge: PowertranzCharge,
  answer: GatewayTransaction,
  { asked, now }: { asked: Asked; now: Date },
): Promise<Outcome> {
  const isAsRequested = answer.IsoResponseCode === codes.approved && isSameMoney(answer, charge);
  // The inquiry decides about an approval of another amount, in case only the echo is wrong.
  if (!isAsRequested && asked === "payment" && answer.IsoResponseCode === codes.approved) return { status: "unknown" };
  const authentication = authenticationIn(answer) ?? charge.authentication;
  const letters = lettersIn(answer);
  await updatePowertranzCharge(charge.attemptId, {
    isoCode: answer.IsoResponseCode ?? null,
    approvedAt: charge.approvedAt ?? now,
    authorizationCode: answer.AuthorizationCode ?? charge.authorizationCode,
    rrn: answer.RRN ?? charge.rrn,
    ...letters,
    authentication,
  });
  return {
    status: "approved",
    reference: answer.RRN ?? charge.rrn ?? answer.AuthorizationCode ?? charge.transactionIdentifier,
    avs: avsAnswerOf(charge.network, letters.avsLetter ?? charge.avsLetter ?? undefined),
    ...(authentication?.status === "Y" && { isAuthenticated: true as const }),
    ...(authentication && { authentication }),
    ...(await unacceptableBy(charge, { isAsRequested, authentication: authenticationIn(answer) })),
  };
}

/** The browser reported the result of 3DS first, and a payer can forge that report. So the gateway's own one counts. */
async function unacceptableBy(
  { terminalId, requiresAuthentication }: PowertranzCharge,
  { isAsRequested, authentication }: { isAsRequested: boolean; authentication: Authentication | null },
) {
  if (!isAsRequested) return { unacceptable: "amount" } as const;
  if (!authentication?.status) return {};
  const { platform } = await loadTerminal(terminalId);
  const isAcceptable = isAllowed(authentication.status, { policy: await readPolicy(platform), requiresAuthentication });
  return isAcceptable ? {} : ({ unacceptable: "authentication" } as const);
}

function lettersIn({ RiskManagement, AvsResponseCode, CvvResponseCode }: GatewayTransaction) {
  const avsLetter = RiskManagement?.AvsResponseCode ?? AvsResponseCode;
  const cvvLetter = RiskManagement?.CvvResponseCode ?? CvvResponseCode;
  return { ...(avsLetter && { avsLetter }), ...(cvvLetter && { cvvLetter }) };
}
