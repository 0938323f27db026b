import { createCertification } from "@/emulator/certify/run";
import { type Dials, defaultDials } from "@/emulator/powertranz/dials";
import { commandLine } from "@/lib/kit/commands";
import { certifyPayments } from "./certification";
import { giveBack } from "./give-back";
import { queryQuestions } from "./queries";
import type { Question } from "./question";
import { reversalQuestions, settledVoidQuestion } from "./reversals";
import { TestTerminal } from "./test-terminal";
import { tokenLife, tokenQuestions } from "./tokens";
import { verificationQuestions } from "./verification";

const questionsFor = (settledSale: string | undefined): Question[] => [
  ...tokenQuestions,
  ...queryQuestions,
  ...reversalQuestions,
  ...(settledSale ? [settledVoidQuestion(settledSale)] : []),
  ...verificationQuestions,
  // The slowest is the last.
  tokenLife,
];

/** What no call to staging answers, with the way to the answer. */
const questionsForPeople: readonly string[] = [
  "What is the address of the production gateway? Ask the acquirer, and add terminals with --gateway.",
  "When is the cut-off, and what does a void after it get? Run certify with --keep-one, and the next day with --settled-sale.",
  `How are chargebacks reported? Ask the acquirer for a file, and import it with «${commandLine("chargebacks", "import")}».`,
  "Is there a limit on the rate of calls, and on the results of a search? Ask the acquirer.",
];

export const { certify } = createCertification<TestTerminal, Dials>({
  openAccount: (terminal, wait) => new TestTerminal(terminal, wait),
  questionsFor,
  payList: certifyPayments,
  giveBack,
  words: {
    defaultDials,
    identifierName: "TransactionIdentifier",
    listNote: "The gateway also routes JCB. The product does not accept JCB, so it is not tested.",
    questionsForPeople,
  },
});
