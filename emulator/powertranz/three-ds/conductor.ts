import type { Fault } from "@/emulator/base/faults";
import { bankPage, isPassed } from "@/emulator/base/pages/bank-page";
import { messagePage } from "@/emulator/base/pages/document";
import { type Answer, showPage } from "@/emulator/base/wire/answers";
import { formatMinor } from "@/emulator/base/wire/raw-json";
import { fixedAnswer, type Prepared, type WireRequest } from "@/emulator/base/wire/request";
import {
  acsMethodPage,
  challengeDonePage,
  challengePage,
  fingerprintDonePage,
  fingerprintPage,
  paths,
} from "@/emulator/powertranz/pages/conductor-pages";
import { returnOf } from "@/emulator/powertranz/pages/return-page";
import { findSession, findToken, hasExpired, type Session } from "@/emulator/powertranz/spi-tokens";
import type { Transaction } from "@/emulator/powertranz/transactions";
import type { World } from "@/emulator/powertranz/world";
import { failAuthentication, finishAuthentication } from "./authentication";

type Step = (world: World, request: WireRequest, origin: string) => Prepared;

const unknownSession = showPage(messagePage("The session is unknown", "Start the payment again."), 400);

/** Runs a step of a session. An expired session gets a page without a way on. */
function inSession(world: World, session: Session | null, work: (session: Session) => Answer): Prepared {
  if (!session || hasExpired(world, session.token)) return fixedAnswer(unknownSession);
  const { transactionIdentifier } = session.transaction;
  return { transactionIdentifier, work: () => work(session) };
}

const formOf = ({ body }: WireRequest) => new URLSearchParams(body);
const sessionOf = (world: World, request: WireRequest) =>
  findSession(world, formOf(request).get("threeDSSessionData") ?? "");
const tokenOf = (world: World, request: WireRequest) => findToken(world, formOf(request).get("SpiToken") ?? "");

const returnTo = (world: World, { token, transaction }: Session): Answer => ({
  kind: "return",
  transactionIdentifier: transaction.transactionIdentifier,
  page: (fault) => returnOf(world, transaction, token.text, fault),
  answered: (fault) => reportFailure(transaction, fault),
});

/** Records that the return reports a failure. After it, the merchant must not send the payment. */
function reportFailure(transaction: Transaction, fault: Fault | null): void {
  const { status, responseCode } = transaction.authentication ?? {};
  const isFailure = status === "N" || status === "R" || responseCode === "3D3";
  const isGenuine = fault?.kind !== "never" && fault?.kind !== "forged";
  if (isFailure && isGenuine) transaction.failureReported = true;
}

function finish(world: World, { token, transaction }: Session): Answer {
  // A browser can load the step again. The first result counts.
  if (!transaction.authentication) finishAuthentication(world, transaction, token);
  return returnTo(world, { token, transaction });
}

function authenticateOrChallenge(world: World, session: Session, origin: string): Answer {
  const { flow } = session.transaction.behaviour;
  const needsChallenge = flow === "challenge" || flow === "fingerprint_challenge";
  return needsChallenge ? showPage(challengePage(origin, session.token)) : finish(world, session);
}

export const startConductor: Step = (world, request, origin) =>
  inSession(world, tokenOf(world, request), (session) => {
    const { token, transaction } = session;
    if (transaction.authentication) return returnTo(world, session);
    if (world.dials.threeDS === "down_3D3") {
      failAuthentication(world, transaction);
      return returnTo(world, session);
    }
    const { flow } = transaction.behaviour;
    if (flow === "fingerprint" || flow === "fingerprint_challenge") return showPage(fingerprintPage(origin, token));
    return authenticateOrChallenge(world, session, origin);
  });

/** The bank's fingerprint page. It works only with the notification URL of this emulator. */
export const takeFingerprint: Step = (_world, request, origin) => {
  const threeDSMethodData = formOf(request).get("threeDSMethodData") ?? "";
  const url = notificationUrlOf(threeDSMethodData);
  if (!url.startsWith(`${origin}/`)) return fixedAnswer(unknownSession);
  return fixedAnswer(showPage(acsMethodPage(url, threeDSMethodData)));
};

function notificationUrlOf(methodData: string): string {
  try {
    const { threeDSMethodNotificationURL } = JSON.parse(Buffer.from(methodData, "base64url").toString());
    return String(threeDSMethodNotificationURL);
  } catch {
    return "";
  }
}

export const endFingerprint: Step = (_world, _request, origin) => fixedAnswer(showPage(fingerprintDonePage(origin)));

export const resumeConductor: Step = (world, request, origin) =>
  inSession(world, tokenOf(world, request), (session) => {
    if (session.transaction.authentication) return returnTo(world, session);
    session.token.fingerprintIndicator = formOf(request).get("threeDSCompInd") === "Y" ? "Y" : "N";
    return authenticateOrChallenge(world, session, origin);
  });

export const showChallenge: Step = (world, request, origin) =>
  inSession(world, sessionOf(world, request), ({ token: { sessionData }, transaction }) => {
    const { amountMinor, currency, lastFour } = transaction;
    const action = `${origin}${paths.acsAnswer}`;
    const fields = { threeDSSessionData: sessionData };
    return showPage(bankPage({ action, fields, amount: formatMinor(amountMinor), currency, lastFour }));
  });

/** The bank decides at the first answer. */
export const answerChallenge: Step = (world, request, origin) =>
  inSession(world, sessionOf(world, request), ({ token }) => {
    token.passedChallenge ??= isPassed(formOf(request));
    return showPage(challengeDonePage(origin, token));
  });

/** Reads the result that the bank recorded, not the fields of the browser. */
export const endChallenge: Step = (world, request) =>
  inSession(world, sessionOf(world, request), (session) => {
    session.token.passedChallenge ??= false;
    return finish(world, session);
  });
