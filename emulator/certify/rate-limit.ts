import type { CommonDials } from "@/emulator/base/dials";
import { type AnyReply, responseWords } from "./exchange";
import { confirmed, notConfirmed, type Question } from "./question";
import type { TestAccount } from "./test-account";

const burst = 20;

/** Asks about the limit on calls with a few queries for unknown payments. */
export const rateLimitQuestion = <Account extends TestAccount, Dials extends CommonDials>(
  inquire: (account: Account) => Promise<AnyReply>,
): Question<Account, Dials> => ({
  id: "rate-limit",
  title: "Does the gateway limit the rate of calls?",
  expectation: `${burst} queries at the same time are all answered`,
  async ask(account) {
    const replies = await Promise.all(Array.from({ length: burst }, () => inquire(account)));
    // Calls that the limit refuses count as unanswered and open the circuit breaker.
    await account.closeBreaker();
    const refused = replies.filter(({ answer }) => answer.kind === "silent" || answer.kind === "unsent");
    const slowest = Math.max(...replies.map(({ milliseconds }) => milliseconds));
    const observed = `${burst - refused.length} of ${burst} were answered, the slowest in ${slowest} ms.`;
    if (refused.length === 0) return confirmed(observed, dialOf<Dials>(null));
    // The open circuit breaker holds back some of the calls, which say nothing about the gateway.
    const reply = refused.find(({ response }) => response) ?? refused[0];
    const words = `${observed} The others got ${responseWords(reply?.response ?? null)}. Ask the acquirer for the limit.`;
    return notConfirmed(words, dialOf<Dials>(burst - refused.length));
  },
});

/** TypeScript cannot know that every emulator's dials have this one. */
const dialOf = <Dials extends CommonDials>(rateLimitPerSecond: number | null) =>
  ({ rateLimitPerSecond }) as Partial<Dials>;
