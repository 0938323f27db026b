import { rateLimitQuestion } from "@/emulator/certify/rate-limit";
import { createCertification } from "@/emulator/certify/run";
import { type Dials, dialWords } from "@/emulator/mpgs/dials";
import { forgetProfile } from "@/lib/gateway/mpgs/profile";
import { commandLine } from "@/lib/kit/commands";
import { newUlid } from "@/lib/kit/ids";
import { accountQuestions, reporting } from "./account";
import { giveBack } from "./give-back";
import { idQuestions } from "./ids";
import { outcomeQuestions } from "./outcomes";
import { payList } from "./payments";
import type { Question } from "./question";
import { reversalQuestions, settledVoidQuestion } from "./reversals";
import { sessionQuestions } from "./sessions";
import { TestProfile } from "./test-profile";

const questionsFor = (settledSale: string | undefined): Question[] => [
  ...accountQuestions,
  ...sessionQuestions,
  ...idQuestions,
  ...reversalQuestions,
  ...(settledSale ? [settledVoidQuestion(settledSale)] : []),
  ...outcomeQuestions,
  rateLimitQuestion((profile) => profile.inquire(newUlid())),
  // The slowest is the last.
  reporting,
];

const questionsForPeople: readonly string[] = [
  "Does the bank allow card entry on our page (direct payment)? Ask for it in writing. Without it, the account cannot be used.",
  "Who sets the gateway's own rules about risk and 3-D Secure, and what are they? They can refuse payments that the product accepts.",
  "When is the cut-off, and what does a void after it get? Run certify with --keep-one, and the next day with --settled-sale.",
  "How long does the gateway repeat its answer to the same ids? Ask the acquirer.",
  `How are chargebacks reported? Ask the bank for a file, and import it with «${commandLine("chargebacks", "import")}».`,
  "Is there a limit on the rate of calls, and on the size of a report? Ask the acquirer.",
];

export const { certify } = createCertification<TestProfile, Dials>({
  openAccount(terminal, wait) {
    // What the account may do can have changed within the hour for which the product keeps it.
    forgetProfile(terminal.credentials);
    return new TestProfile(terminal, wait);
  },
  questionsFor,
  payList,
  giveBack,
  words: {
    defaultDials: dialWords.defaults,
    identifierName: "order.id",
    listNote: "The vendor has no test card of Discover, so it is not tested.",
    questionsForPeople,
  },
});
