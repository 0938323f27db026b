import { Unanswered } from "@/emulator/certify/question";
import type { CertifiedPayment, ListedPayment } from "@/emulator/certify/test-card";
import { describeReply, type Reply } from "./exchange";
import { certifications } from "./test-cards";
import { isApproved, type Sale, type TestTerminal } from "./test-terminal";
import { lettersOf } from "./verification";

/** Pays with each card as the product does: a payer who fails 3DS is never charged. */
export async function* certifyPayments(terminal: TestTerminal): AsyncGenerator<CertifiedPayment> {
  for (const certification of certifications) {
    const sale = await terminal.startSale(certification.card, { verifyAddress: true });
    yield { ...certification, ...(await finish(terminal, sale, certification)) };
  }
}

async function finish(terminal: TestTerminal, sale: Sale, { expected }: ListedPayment) {
  const { identifier, amount } = sale;
  const base = { money: terminal.money(amount), identifier, authorizationCode: null, rrn: null, checks: "" };
  try {
    const { code, status } = await terminal.authenticate(sale);
    if (status === "N" || status === "R") {
      const result = `declined by 3DS (${code}, status ${status}), payment not sent`;
      return { ...base, result, isAsExpected: expected === "declined" };
    }
    return { ...base, ...resultOf(await terminal.pay(sale), expected) };
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    return { ...base, result: error.message, isAsExpected: false };
  }
}

function resultOf(payment: Reply, expected: ListedPayment["expected"]) {
  const { transaction, code } = payment;
  const { avs, cvv } = lettersOf(payment);
  const isDeclined = transaction?.Approved === false && code !== null;
  const outcome = isApproved(payment) ? "approved" : isDeclined ? "declined" : "unknown";
  return {
    result: outcome === "unknown" ? describeReply(payment) : `${outcome} with ${code}`,
    isAsExpected: outcome === expected,
    authorizationCode: transaction?.AuthorizationCode ?? null,
    rrn: transaction?.RRN ?? null,
    checks: `AVS ${avs ?? "none"}, CVV ${cvv ?? "none"}`,
  };
}
