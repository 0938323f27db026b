import { confirmed, notConfirmed } from "@/emulator/certify/question";
import { rateLimitQuestion } from "@/emulator/certify/rate-limit";
import type { Dials } from "@/emulator/powertranz/dials";
import { codes } from "@/lib/gateway/powertranz/wire/answers";
import { avsAnswerOf, cvvAnswerOf } from "@/lib/gateway/powertranz/wire/verification-letters";
import type { AuthenticationPlace } from "@/lib/gateway/terminals/terminal-store";
import { newUuid } from "@/lib/kit/ids";
import { briefReply, type Reply, textIn } from "./exchange";
import { isAbsentReply } from "./queries";
import type { Question } from "./question";
import { testCards } from "./test-cards";
import { isApproved } from "./test-terminal";

/** The AVS and CVV letters of an answer. */
export function lettersOf({ transaction }: Reply): { avs: string | null; cvv: string | null } {
  const { RiskManagement, AvsResponseCode, CvvResponseCode } = transaction ?? {};
  return {
    avs: RiskManagement?.AvsResponseCode ?? AvsResponseCode ?? null,
    cvv: RiskManagement?.CvvResponseCode ?? CvvResponseCode ?? null,
  };
}

const hasLetter = ({ avs, cvv }: ReturnType<typeof lettersOf>): boolean => avs !== null || cvv !== null;

const verificationLetters: Question = {
  id: "verification-letters",
  title: "Which answers contain the letters of AVS and CVV?",
  expectation: "the answer to the payment contains the letters of AVS and CVV",
  async ask(terminal) {
    const { identifier, payment, card } = await terminal.payApproved(testCards.approved, { verifyAddress: true });
    const { reply: inquiry } = await terminal.poll(
      () => terminal.inquire(identifier),
      (found) => !isAbsentReply(found),
    );
    const [paid, queried] = [lettersOf(payment), lettersOf(inquiry)];
    const { avs, cvv } = hasLetter(paid) ? paid : queried;
    const show = ({ avs: first, cvv: other }: typeof paid) => `AVS ${first ?? "none"}, CVV ${other ?? "none"}`;
    const meaning = `The product reads them as AVS ${avsAnswerOf(card.network, avs)}, CVV ${cvvAnswerOf(cvv)}.`;
    const observed = `Payment: ${show(paid)}. Inquiry: ${show(queried)}. ${meaning}`;
    const dials = { verificationLetters: placeOf(hasLetter(paid), hasLetter(queried)) };
    if (paid.avs !== null && paid.cvv !== null) return confirmed(observed, dials);
    const effect = "Address checks count as unavailable, and a wrong security code is shown as a plain decline.";
    return notConfirmed(`${observed} ${effect}`, dials);
  },
};

const statusIn = ({ transaction }: Reply): string | null =>
  transaction?.RiskManagement?.ThreeDSecure?.AuthenticationStatus ?? null;

const paymentAuthentication: Question = {
  id: "payment-authentication",
  title: "Which answers contain the result of 3DS?",
  expectation: "the answer to the payment, or the record that a query returns, contains the result of 3DS",
  async ask(terminal) {
    const seen: { paid: string | null; queried: string | null }[] = [];
    for (const card of [testCards.approved, testCards.challenged]) {
      const { identifier, payment } = await terminal.payApproved(card);
      const { reply } = await terminal.poll(
        () => terminal.inquire(identifier),
        (found) => !isAbsentReply(found),
      );
      seen.push({ paid: statusIn(payment), queried: statusIn(reply) });
    }
    // A result that only some answers contain proves nothing if it is missing.
    const isInPayment = seen.every(({ paid }) => paid !== null);
    const isInInquiry = seen.every(({ queried }) => queried !== null);
    const authenticationIn: AuthenticationPlace = isInPayment ? "payment" : isInInquiry ? "inquiry" : "nowhere";
    const observed = seen.map(({ paid, queried }) => `Payment: ${paid ?? "none"}. Inquiry: ${queried ?? "none"}.`);
    const dials = { paymentAuthentication: isInPayment, inquiryAuthentication: isInInquiry };
    if (authenticationIn !== "nowhere") return { ...confirmed(observed.join(" "), dials), authenticationIn };
    const effect =
      "Only the payer's browser reports the result, and a payer can forge it. Choose with «acquirers policy --unconfirmed». While card testing is suspected, the product refuses all payments.";
    return { ...notConfirmed(`${observed.join(" ")} ${effect}`, dials), authenticationIn };
  },
};

function placeOf(isInPayment: boolean, isInInquiry: boolean): Dials["verificationLetters"] {
  if (isInPayment) return isInInquiry ? "both" : "payment";
  return isInInquiry ? "inquiry" : "none";
}

const failedAuthentication: Question = {
  id: "failed-authentication",
  title: "Does the gateway refuse the payment of a payer who failed 3DS?",
  expectation: "the gateway refuses the payment after the 3DS status N",
  async ask(terminal) {
    const sale = await terminal.startSale(testCards.unauthenticated);
    const { code, status } = await terminal.authenticate(sale);
    const payment = await terminal.pay(sale);
    const observed = `3DS ends with ${code} and status ${status}. The payment gets ${briefReply(payment)}.`;
    if (payment.transaction?.Approved === false) return confirmed(observed);
    return notConfirmed(`${observed} A payer who forges the return from 3DS could pay. Do not go live.`);
  },
};

const withoutThreeDS: Question = {
  id: "without-3ds",
  title: "What does the sale of a card without 3DS get?",
  expectation: "the sale of a card without 3DS gets 3D1 and a token, and the payment is approved",
  async ask(terminal) {
    const sale = await terminal.startSale(testCards.withoutThreeDS);
    const { code } = await terminal.authenticate(sale);
    const payment = await terminal.pay(sale);
    const observed = `The sale gets ${briefReply(sale.reply)}, 3DS ends with ${code}. The payment gets ${briefReply(payment)}.`;
    if (sale.reply.code === codes.unsupported && isApproved(payment)) return confirmed(observed);
    return notConfirmed(`${observed} Check «acquirers policy»: it decides about cards without 3DS by the code 3D1.`);
  },
};

const microAmount = 50n;

const microAmounts: Question = {
  id: "micro-amounts",
  title: "Does the acquirer accept amounts below 1.00, and zero?",
  expectation: "an amount of 0.50 is accepted, which storing a card charges in USD",
  async ask(terminal) {
    const results: Reply[] = [];
    for (const amount of [microAmount, 0n]) {
      const sale = await terminal.startSale(testCards.approved, { amount });
      if (!sale.token) results.push(sale.reply);
      else {
        await terminal.authenticate(sale);
        results.push(await terminal.pay(sale));
      }
    }
    const [micro, zero] = results;
    if (!micro || !zero) throw new Error("Both amounts have an answer.");
    const observed = `0.50 gets ${briefReply(micro)}. 0.00 gets ${briefReply(zero)}.`;
    if (isApproved(micro)) return confirmed(observed, { microAmounts: "accepted" });
    return notConfirmed(`${observed} Cards cannot be stored: raise the amount of the micro-charge.`, {
      ...(micro.code === "13" && { microAmounts: "code_13" }),
    });
  },
};

const panToken: Question = {
  id: "pan-token",
  title: "Does the answer to a payment contain a PanToken?",
  expectation: "answers contain no PanToken",
  async ask(terminal) {
    const { payment } = await terminal.payApproved(testCards.approved);
    const hasToken = textIn(payment, "PanToken") !== null;
    if (!hasToken) return confirmed("The answer contains no PanToken.", { panToken: false });
    return notConfirmed("The answer contains a PanToken. The product ignores it.", { panToken: true });
  },
};

const rateLimit: Question = rateLimitQuestion((terminal) => terminal.inquire(newUuid()));

export const verificationQuestions = [
  verificationLetters,
  paymentAuthentication,
  failedAuthentication,
  withoutThreeDS,
  microAmounts,
  panToken,
  rateLimit,
];
