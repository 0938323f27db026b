import { confirmed, notConfirmed, Unanswered, warned } from "@/emulator/certify/question";
import { challengePage } from "@/lib/gateway/mpgs/bank-pages";
import { transactionIds } from "@/lib/gateway/mpgs/wire/requests";
import { briefReply, describeReply } from "./exchange";
import type { Question } from "./question";
import { testCards } from "./test-cards";
import { isApproved } from "./test-profile";

const securityCode: Question = {
  id: "security-code",
  title: "Does a session keep the security code until the payment?",
  expectation: "a session keeps the security code for INITIATE_AUTHENTICATION, AUTHENTICATE_PAYER and the payment",
  async ask(profile) {
    const sale = await profile.begin(testCards.frictionless);
    const { kind, words } = await profile.authenticate(sale);
    if (kind !== "passed") throw new Unanswered(`3DS did not pass (${words}).`);
    const payment = await profile.pay(sale);
    const { securityCode: result, error } = payment;
    const observed = `The payment gets ${briefReply(payment)}, and ${result ?? "no result"} for the security code.`;
    if (isApproved(payment) && result) return confirmed(observed, { sessionCsc: "kept" });
    if (isApproved(payment)) {
      const effect =
        "The session forgets the code, so payments go without it: the bank does not compare it. Ask the acquirer whether a session can keep it.";
      return warned(`${observed} ${effect}`, { sessionCsc: "forgotten" });
    }
    if (!/securityCode/i.test(error ?? ""))
      throw new Unanswered(`The payment was not approved (${words}). ${observed}`);
    const effect =
      "The session forgets the code, and the account demands it. So every payment with 3-D Secure fails, and the product never stores the code. Do not go live before the bank allows payments without it.";
    return notConfirmed(`${observed} ${effect}`, { sessionCsc: "required" });
  },
};

const challengeAnswer: Question = {
  id: "challenge-page",
  title: "How does the answer with a challenge name the bank's page?",
  expectation: "customizedHtml has the address of the bank's page, and the browser brings our order back",
  async ask(profile) {
    const sale = await profile.begin(testCards.challenged);
    await profile.initiate(sale);
    const asked = await profile.askBank(sale);
    const { record } = asked;
    if (record?.transaction?.authenticationStatus !== "AUTHENTICATION_PENDING") {
      throw new Unanswered(`The bank did not ask the payer (${describeReply(asked)}).`);
    }
    const { acsUrl, cReq } = record.authentication?.redirect?.customizedHtml?.["3ds2"] ?? {};
    const isCustomized = Boolean(acsUrl && cReq);
    const dials = { customizedHtml: isCustomized };
    if (challengePage(record) === null) {
      return notConfirmed("Neither customizedHtml nor html names it. Payers whom the bank asks cannot pay.");
    }
    const fields = await profile.visitChallenge(sale, asked);
    const isOurs = fields["order.id"] === sale.orderId && fields["transaction.id"] === transactionIds.authentication;
    const place = isCustomized ? "customizedHtml names it." : "Only the form in html names it.";
    const observed = `${place} The browser brings back ${Object.keys(fields).join(", ") || "nothing"}.`;
    if (!isOurs) return notConfirmed(`${observed} The product would refuse payers whom the bank asked.`, dials);
    if (isCustomized) return confirmed(observed, dials);
    return warned(`${observed} The product reads this form, which may change without notice.`, dials);
  },
};

export const sessionQuestions = [securityCode, challengeAnswer];
