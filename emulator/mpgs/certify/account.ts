import * as z from "zod/mini";
import { confirmed, notConfirmed, Unanswered, warned } from "@/emulator/certify/question";
import { readOptions } from "@/lib/gateway/mpgs/wire/answers";
import { hour, later, minute, second } from "@/lib/kit/clock";
import { cardNetworks, networkCodes } from "@/lib/reference/card-networks";
import { briefReply } from "./exchange";
import type { Question } from "./question";
import { testCards } from "./test-cards";
import type { TestProfile } from "./test-profile";

const path = "/paymentOptionsInquiry";

/** What the gateway says that the merchant account may do. */
async function readAccount(profile: TestProfile) {
  const reply = await profile.call(`POST ${path}`, { method: "POST", path, body: {} });
  if (reply.answer.kind !== "processed") throw new Unanswered(`The inquiry gets ${briefReply(reply)}.`);
  return reply.answer.body;
}

const listOf = (values: readonly string[]): string => values.join(", ") || "not named";

const operation: Question = {
  id: "operation",
  title: "Does the account pay, or does it only authorise?",
  expectation: "the account has the operation PAY",
  async ask(profile) {
    const { operations } = readOptions(await readAccount(profile));
    await profile.payApproved(testCards.frictionless);
    const observed = `The operations are ${listOf(operations)}, and a payment is approved.`;
    const captures = operations.includes("AUTHORIZE") && !operations.includes("PURCHASE");
    if (!captures) return confirmed(observed, { authorizeOnly: false });
    const effect =
      "The account only authorises, so each payment needs a CAPTURE. If a capture gets no answer, the product voids the payment. Ask the bank for PAY.";
    return warned(`${observed} ${effect}`, { authorizeOnly: true });
  },
};

const cardTypes = z.object({
  paymentTypes: z.object({ card: z.object({ cardTypes: z.array(z.object({ cardType: z.string() })) }) }),
});

const currencies: Question = {
  id: "currencies",
  title: "Which currencies and cards does the account take?",
  expectation: "the account takes the terminal's currency, and every brand that the payment page accepts",
  async ask(profile) {
    const body = await readAccount(profile);
    const taken = readOptions(body).currencies;
    const types = cardTypes.safeParse(body).data?.paymentTypes.card.cardTypes.map(({ cardType }) => cardType) ?? [];
    const observed = `Currencies: ${listOf(taken)}. Cards: ${listOf(types)}.`;
    const { currency } = profile.terminal;
    if (taken.length > 0 && !taken.includes(currency)) {
      return notConfirmed(`${observed} Payments in ${currency} fail. Ask the bank to enable it.`);
    }
    const missing = networkCodes.filter((network) => !types.includes(network.toUpperCase()));
    if (missing.length === 0) return confirmed(observed);
    const names = missing.map((network) => cardNetworks[network].name).join(", ");
    return warned(`${observed} Payers with ${names} may be declined. Ask the bank.`);
  },
};

/** A quarter of an hour in total. */
const reportPausesMs = [125, 30, 30, 60, 60, 120, 180, 295].map((seconds) => seconds * second);
/** The comparison asks about no period that ends later than this long ago. */
const usualLagMs = 2.5 * minute;

export const reporting: Question = {
  id: "reporting",
  title: "Does the reporting service list a payment, and how soon? (takes a few minutes)",
  expectation: "the reporting service accepts its password, and lists a payment within a quarter of an hour",
  async ask(profile) {
    const { orderId } = await profile.payApproved(testCards.frictionless);
    const period = { start: later(-10 * minute), end: later(hour) };
    const isListed = (found: Listing) =>
      found.kind === "found" && found.transactions.some(({ identifier }) => identifier === orderId.toLowerCase());
    const { reply, waitedMs, isFound } = await profile.poll(
      () => profile.list(period),
      ({ answer }) => answer.kind === "refused" || isListed(answer),
      reportPausesMs,
    );
    if (reply.answer.kind === "refused") {
      const status = reply.response?.status;
      const observed = status === undefined ? "" : `The query gets HTTP ${status}. `;
      return notConfirmed(`${observed}The days of the account are not compared. ${reply.answer.fix ?? ""}`, {
        ...((status === 401 || status === 403) && { reporting: `http_${status}` as const }),
      });
    }
    const seconds = waitedMs / second;
    const dials = { reporting: "enabled", ...(waitedMs > usualLagMs && { historyLagMs: waitedMs }) } as const;
    if (isFound && isListed(reply.answer)) return confirmed(`The list has it after ${seconds} seconds.`, dials);
    if (reply.answer.kind !== "found")
      return notConfirmed("The query gets no list. The days of the account are not compared.");
    const effect =
      "Ask the acquirer how long it takes: a day is compared 12 hours after its end, and what is not listed then is reported as missing.";
    return warned(`The list does not have it after ${seconds} seconds. ${effect}`, dials);
  },
};

type Listing = Awaited<ReturnType<TestProfile["list"]>>["answer"];

export const accountQuestions = [operation, currencies];
