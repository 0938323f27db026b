import { confirmed, notConfirmed } from "@/emulator/certify/question";
import { codes } from "@/lib/gateway/powertranz/wire/answers";
import { second } from "@/lib/kit/clock";
import { briefReply } from "./exchange";
import type { Question } from "./question";
import { testCards } from "./test-cards";
import { isApproved } from "./test-terminal";

const refusedCode = "12";
const validationCode = "97";

const duplicateIdentifier: Question = {
  id: "duplicate-identifier",
  title: "What does a second sale with the same TransactionIdentifier get?",
  expectation: "a second sale with the same TransactionIdentifier is refused with the code 94",
  async ask(terminal) {
    const { identifier, amount } = await terminal.startSale(testCards.approved);
    const { reply, token } = await terminal.startSale(testCards.approved, { identifier, amount });
    const { code } = reply;
    const observed = `The second sale gets ${briefReply(reply)}.`;
    if (code === codes.duplicate && !token) return confirmed(observed, { duplicateIdentifier: "code_94" });
    if (token) {
      const effect = "It starts again, so one identifier could be paid twice. The product never sends one twice.";
      return notConfirmed(`${observed} ${effect}`, { duplicateIdentifier: "starts_again" });
    }
    const effect = "Payments are not affected, because the product never sends an identifier twice.";
    const dials = code === validationCode ? ({ duplicateIdentifier: "error_97" } as const) : {};
    return notConfirmed(`${observed} ${effect}`, dials);
  },
};

const usedToken: Question = {
  id: "used-token",
  title: "What does a second payment with the same SpiToken get?",
  expectation: "a second payment with the same SpiToken is refused with the code 12",
  async ask(terminal) {
    const sale = await terminal.payApproved(testCards.approved);
    const again = await terminal.pay(sale);
    const observed = `The second payment gets ${briefReply(again)}.`;
    if (isApproved(again)) {
      const isSame = again.transaction?.RRN === sale.payment.transaction?.RRN;
      if (!isSame) return notConfirmed(`${observed} Its RRN is new, so the card may have been charged twice.`);
      return notConfirmed(`${observed} It repeats the first answer.`, { usedToken: "same_answer" });
    }
    if (again.code === refusedCode) return confirmed(observed, { usedToken: "code_12" });
    const effect = "Payments are not affected, because the product sends each token once.";
    const dials = again.response?.status === 400 ? ({ usedToken: "http_400_empty" } as const) : {};
    return notConfirmed(`${observed} ${effect}`, dials);
  },
};

const usableSeconds = 285;
const expiredSeconds = 315;

export const tokenLife: Question = {
  id: "token-life",
  title: "How long can a SpiToken be paid? (takes more than five minutes)",
  expectation: "a SpiToken is paid after 285 seconds, and is refused with the code 12 after five minutes",
  async ask(terminal) {
    const early = await terminal.startSale(testCards.approved);
    const late = await terminal.startSale(testCards.approved);
    await terminal.authenticate(early);
    await terminal.authenticate(late);
    await terminal.wait(usableSeconds * second);
    const inTime = await terminal.pay(early);
    await terminal.wait((expiredSeconds - usableSeconds) * second);
    const tooLate = await terminal.pay(late);
    const observed = `After ${usableSeconds} s, the payment gets ${briefReply(inTime)}. After ${expiredSeconds} s, it gets ${briefReply(tooLate)}.`;
    if (!isApproved(inTime)) {
      return notConfirmed(`${observed} Payers who need long at the bank's page are declined: shorten tokenUsableMs.`);
    }
    if (isApproved(tooLate)) return notConfirmed(`${observed} Tokens live longer. The product stops at 290 s.`);
    if (tooLate.code === refusedCode) return confirmed(observed, { expiredToken: "code_12" });
    const dials = tooLate.response?.status === 400 ? ({ expiredToken: "http_400_empty" } as const) : {};
    return notConfirmed(`${observed} The product never sends a token after 290 s.`, dials);
  },
};

export const tokenQuestions = [duplicateIdentifier, usedToken];
