import { Unanswered } from "@/emulator/certify/question";
import type { CertifiedPayment } from "@/emulator/certify/test-card";
import { describeReply, type Reply } from "./exchange";
import { type ListedSale, listedSales } from "./test-cards";
import { isApproved, isDeclined, type TestProfile } from "./test-profile";

/** Pays with each card as the product does by default: a payer whom the bank did not authenticate is never charged. */
export async function* payList(profile: TestProfile): AsyncGenerator<CertifiedPayment> {
  for (const listed of listedSales) {
    const { card, expected } = listed;
    yield { card, expected, ...(await payListed(profile, listed)) };
  }
}

type PaidSale = Omit<CertifiedPayment, "card" | "expected">;

async function payListed(profile: TestProfile, { card, expected, expiry }: ListedSale): Promise<PaidSale> {
  const unpaid = { money: "", identifier: "", authorizationCode: null, rrn: null, checks: "" };
  try {
    const sale = await profile.begin(card, { expiry });
    const base = { ...unpaid, identifier: sale.orderId, money: profile.money(sale.amount) };
    const { kind, words } = await profile.authenticate(sale);
    if (kind === "failed") {
      const result = `declined by 3DS (${words}), payment not sent`;
      return { ...base, result, isAsExpected: expected === "declined" };
    }
    return { ...base, ...resultOf(await profile.pay(sale, { isAuthenticated: kind === "passed" }), expected) };
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    return { ...unpaid, result: error.message, isAsExpected: false };
  }
}

function resultOf(payment: Reply, expected: ListedSale["expected"]) {
  const { record, securityCode } = payment;
  const outcome = isApproved(payment) ? "approved" : isDeclined(payment) ? "declined" : "unknown";
  const { gatewayCode, acquirerCode, cardholderVerification } = record?.response ?? {};
  const address = cardholderVerification?.avs?.gatewayCode;
  return {
    result:
      outcome === "unknown" ? describeReply(payment) : `${outcome} with ${gatewayCode} ${acquirerCode ?? ""}`.trim(),
    isAsExpected: outcome === expected,
    authorizationCode: record?.transaction?.authorizationCode ?? null,
    rrn: record?.transaction?.receipt ?? null,
    checks: `CSC ${securityCode ?? "none"}, AVS ${address ?? "none"}`,
  };
}
