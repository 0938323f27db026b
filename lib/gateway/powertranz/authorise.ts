import { unauthenticatedCode } from "@/lib/reference/response-codes";
import { isAllowed } from "../authentication-rules";
import type { AuthoriseRequest, Outcome, SessionClock } from "../port";
import { loadTerminal, readPolicy } from "../terminals/terminal-store";
import { isRecordTooLate } from "../too-late";
import {
  cancelUnpaid,
  endUnpaid,
  findPowertranzCharge,
  insertPowertranzCharge,
  recordPaidAtOnce,
  storeToken,
} from "./charge-store";
import { inquireCharge } from "./inquire";
import { pay } from "./pay";
import { callPowertranz, saleLimitMs } from "./transport/transport";
import { codes, type GatewayTransaction, isIssuerCode, isSameIdentifier, readTransaction } from "./wire/answers";
import { declineCodeOf } from "./wire/decline-code";
import { isPossibleCvc, saleBody } from "./wire/sale-request";

const wrongCvcCode = "82";

/** Starts a charge with the first call, which starts 3DS. A charge that exists already is never sent again. */
export async function startCharge(request: AuthoriseRequest, clock: SessionClock): Promise<Outcome> {
  const { attemptId, card, cardUse, terminalId } = request;
  if (terminalId === null) return { status: "error", reason: "The charge has no terminal." };
  // Without 3DS, the first call may charge at once, so it would need rules of its own.
  if (cardUse.kind === "used_without_owner") return { status: "error", reason: "Every charge needs its payer." };
  const { credentials } = await loadTerminal(terminalId);
  const identifier = await insertPowertranzCharge(request, terminalId, await clock.timeOf(attemptId));
  if (!identifier) return currentOutcome(attemptId, clock);
  if (isRecordTooLate(request, await clock.timeOf(attemptId))) return abandon(attemptId, clock);
  if (!isPossibleCvc(card.cvc)) return decline(attemptId, { code: wrongCvcCode, isoCode: null }, clock);
  const body = saleBody(request, identifier);
  const call = { method: "POST", path: "spi/sale", body, limitMs: saleLimitMs } as const;
  const sale = readTransaction(await callPowertranz(credentials, call));
  if (!sale || !isSameIdentifier(sale.TransactionIdentifier, identifier)) return abandon(attemptId, clock);
  return continueWith(request, sale, clock);
}

async function continueWith(
  request: AuthoriseRequest,
  sale: GatewayTransaction,
  clock: SessionClock,
): Promise<Outcome> {
  const { attemptId, card } = request;
  const { IsoResponseCode: isoCode, SpiToken: token, RedirectData: html } = sale;
  if (isoCode === codes.preprocessed && token && html) {
    const isStored = await storeToken(attemptId, token, await clock.timeOf(attemptId));
    return isStored ? { status: "challenge", html } : currentOutcome(attemptId, clock);
  }
  if (isoCode === codes.unsupported && token) return payWithoutAuthentication(request, token, clock);
  // The gateway should never charge with the first call. If it says so, its own books decide.
  if (sale.Approved === true) {
    await recordPaidAtOnce(attemptId, await clock.timeOf(attemptId));
    return currentOutcome(attemptId, clock);
  }
  if (!isoCode || isoCode === codes.approved) return abandon(attemptId, clock);
  const cvvLetter = sale.RiskManagement?.CvvResponseCode;
  const code = isIssuerCode(isoCode)
    ? declineCodeOf({ isoCode, network: card.network, cvvLetter })
    : unauthenticatedCode;
  return decline(attemptId, { code, isoCode }, clock);
}

/** The card does not take part in 3DS, so the gateway gave a token for the payment at once. */
async function payWithoutAuthentication(
  { attemptId, platform, requireAuthentication }: AuthoriseRequest,
  token: string,
  clock: SessionClock,
): Promise<Outcome> {
  const demand = { policy: await readPolicy(platform), requiresAuthentication: requireAuthentication };
  if (!isAllowed("unsupported", demand)) {
    return decline(attemptId, { code: unauthenticatedCode, isoCode: codes.unsupported }, clock);
  }
  await storeToken(attemptId, token, await clock.timeOf(attemptId));
  const charge = await findPowertranzCharge(attemptId);
  const outcome = charge && (await pay({ charge, token, authentication: null }, clock));
  return outcome ?? currentOutcome(attemptId, clock);
}

/** Without a token from the first call, nothing can be charged any more. */
async function abandon(attemptId: string, clock: SessionClock): Promise<Outcome> {
  await cancelUnpaid(attemptId, await clock.timeOf(attemptId));
  return { status: "unreachable" };
}

type Refusal = { code: string; isoCode: string | null };

async function decline(attemptId: string, { code, isoCode }: Refusal, clock: SessionClock): Promise<Outcome> {
  const saleEndedAt = await clock.timeOf(attemptId);
  const isEnded = await endUnpaid(attemptId, { declineCode: code, isoCode, saleEndedAt });
  return isEnded ? { status: "declined", code } : currentOutcome(attemptId, clock);
}

/** The outcome of a charge that another call has changed in the meantime. */
export async function currentOutcome(attemptId: string, { timeOf }: SessionClock): Promise<Outcome> {
  const charge = await findPowertranzCharge(attemptId);
  return charge ? inquireCharge(charge, await timeOf(attemptId)) : { status: "not_found" };
}
