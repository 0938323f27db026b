import { confirmed, notConfirmed, Unanswered, warned } from "@/emulator/certify/question";
import type { Dials } from "@/emulator/mpgs/dials";
import { transactionIds } from "@/lib/gateway/mpgs/wire/requests";
import { second } from "@/lib/kit/clock";
import { briefReply, type Reply } from "./exchange";
import { orderIn } from "./give-back";
import type { Question } from "./question";
import { type Expiry, expiries, testCards } from "./test-cards";
import { isApproved, type Sale, type TestProfile } from "./test-profile";

const timedOutCode = "TIMED_OUT";
/** Three minutes in total. After this time, the product voids a payment that the gateway cannot decide. */
const watchPausesMs = [1, 14, 45, 60, 60].map((seconds) => seconds * second);

async function payWith(profile: TestProfile, expiry: Expiry): Promise<Sale & { payment: Reply }> {
  const sale = await profile.begin(testCards.frictionless, { expiry });
  const { kind, words } = await profile.authenticate(sale);
  if (kind !== "passed") throw new Unanswered(`3DS did not pass (${words}).`);
  return { ...sale, payment: await profile.pay(sale) };
}

async function timeOut(profile: TestProfile): Promise<Sale> {
  const { payment, ...sale } = await payWith(profile, expiries.timedOut);
  if (payment.record?.response?.gatewayCode === timedOutCode) return sale;
  const { month, year } = expiries.timedOut;
  throw new Unanswered(
    `The payment with the expiry ${month}/${year} gets ${briefReply(payment)}. Ask the acquirer how to make one time out.`,
  );
}

/** What became of a payment that timed out. */
function endIn(reply: Reply): Dials["timedOut"] {
  const order = orderIn(reply);
  if (order?.status === "CANCELLED") return "reversed";
  const payment = order?.transaction.find(({ transaction }) => transaction?.id === transactionIds.payment);
  return payment?.result === "SUCCESS" ? "approved" : "stays";
}

const endWords: Record<Dials["timedOut"], string> = {
  stays: "stays so for three minutes",
  approved: "is approved within three minutes",
  reversed: "is reversed by the gateway within three minutes",
};

const timedOut: Question = {
  id: "timed-out",
  title: "What becomes of a payment that timed out, and can it be voided? (takes three minutes)",
  expectation: "a payment that timed out can be voided, or a query shows its final result within three minutes",
  async ask(profile) {
    const first = await timeOut(profile);
    const voided = await profile.void(first.orderId, transactionIds.payment);
    const after = endIn(await profile.inquire(first.orderId));
    const { orderId } = await timeOut(profile);
    const { reply } = await profile.poll(
      () => profile.inquire(orderId),
      (found) => endIn(found) !== "stays",
      watchPausesMs,
    );
    const end = endIn(reply);
    const isVoided = isApproved(voided);
    const dials: Partial<Dials> = { timedOut: end, voidOfUndecided: isVoided ? "accepted" : "refused" };
    const state = after === "reversed" ? "voided" : "not voided";
    const observed = `A void gets ${briefReply(voided)}, and a query then shows the order as ${state}. Without a void, the payment ${endWords[end]}.`;
    if (isVoided || end !== "stays") return confirmed(observed, dials);
    const effect =
      "After eight minutes, the product counts it as not made. If the gateway charges it later, the product returns the money. Ask the acquirer when such payments end.";
    return warned(`${observed} ${effect}`, dials);
  },
};

/** What ISO 8583 has for each. */
const isoCodes = { approved: "00", declined: "05", expired: "54" } as const;

const acquirerCode: Question = {
  id: "acquirer-code",
  title: "Is acquirerCode a code of ISO 8583?",
  expectation: "acquirerCode is 00 for an approval, 05 for a decline and 54 for an expired card",
  async ask(profile) {
    const found: { code: string | undefined; iso: string }[] = [];
    for (const [name, iso] of Object.entries(isoCodes)) {
      const { payment } = await payWith(profile, expiries[name as keyof typeof isoCodes]);
      if (!payment.record?.response) throw new Unanswered(`The payment gets ${briefReply(payment)}.`);
      found.push({ code: payment.record.response.acquirerCode, iso });
    }
    const observed = `acquirerCode is ${found.map(({ code }) => code ?? "missing").join(", ")}.`;
    if (found.every(({ code, iso }) => code === iso)) return confirmed(observed, { acquirerCode: "iso" });
    const effect = "Merchants see a code for the gateway's own category instead, such as 05 for DECLINED.";
    if (found.every(({ code }) => code === undefined)) {
      return warned(`${observed} ${effect}`, { acquirerCode: "none" });
    }
    const mayMislead = found.some(({ code, iso }) => /^[0-9A-Z]{2}$/i.test(code ?? "") && code !== iso);
    if (!mayMislead) return warned(`${observed} ${effect}`, { acquirerCode: "own" });
    return notConfirmed(`${observed} Merchants would see codes that mean something else.`, { acquirerCode: "own" });
  },
};

export const outcomeQuestions = [timedOut, acquirerCode];
