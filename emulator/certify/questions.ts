import { queryQuestions } from "./queries";
import type { Question } from "./question";
import { reversalQuestions, settledVoidQuestion } from "./reversals";
import { tokenQuestions } from "./tokens";
import { accountQuestions, verificationQuestions } from "./verification";

const { tokenLife, ...quickTokenQuestions } = tokenQuestions;

/** All questions in the order in which they are asked. `settledSale` is a settled payment of an earlier run. */
export const questionsFor = (settledSale: string | undefined): Question[] => [
  ...Object.values(quickTokenQuestions),
  ...Object.values(queryQuestions),
  ...Object.values(reversalQuestions),
  ...(settledSale ? [settledVoidQuestion(settledSale)] : []),
  ...Object.values(verificationQuestions),
  ...Object.values(accountQuestions),
  // The slowest is the last.
  tokenLife,
];

/** What no call to staging answers, with the way to the answer. */
export const questionsForPeople: readonly string[] = [
  "What is the address of the production gateway? Ask the acquirer, and set POWERTRANZ_URL.",
  "When is the cut-off, and what does a void after it get? Run certify with --keep-one, and the next day with --settled-sale.",
  "How are chargebacks reported? Ask the acquirer for a file, and import it with «npm run chargebacks -- import».",
  "Is there a limit on the rate of calls, and on the results of a search? Ask the acquirer.",
];
