import type { CertifyOptions, Surroundings } from "@/emulator/base/certification";
import { LaunchError } from "@/launch/processes";
import { recordCertification } from "@/lib/acquirers/operate-terminals";
import { acquirerOf } from "@/lib/gateway/registry";
import type { Terminal } from "@/lib/gateway/terminals/terminal-store";
import { now } from "@/lib/kit/clock";
import { type CertifiedPayment, certifyPayments } from "./certification";
import { type CleanUp, voidOpenCharges } from "./clean-up";
import { Unanswered } from "./exchange";
import { queryQuestions } from "./queries";
import type { Finding, Question } from "./question";
import { type Answered, type CertifyResult, verdictOf, writeReport } from "./report";
import { reversalQuestions, settledVoidQuestion } from "./reversals";
import { maskedNumber } from "./test-cards";
import { type OpenCharge, TestTerminal } from "./test-terminal";
import { tokenLife, tokenQuestions } from "./tokens";
import { verificationQuestions } from "./verification";

const certification = "certification";

/**
 * Asks every question, makes the payments of the certification list, and voids them. Returns the report. It stores only
 * which answers contain the result of 3DS, because the product relies on this finding.
 */
export async function certify(terminal: Terminal, options: CertifyOptions, { wait, print }: Surroundings) {
  const chosen = chooseQuestions(options);
  const { platform, currency } = terminal;
  const { baseAddress: gateway, merchantId } = terminal.credentials;
  refuseProduction(terminal);
  const tests = new TestTerminal(terminal, wait);
  if (!(await tests.isAlive())) throw new LaunchError(`The gateway ${gateway} does not answer.`);
  const answered: Answered[] = [];
  const payments: CertifiedPayment[] = [];
  const say = (line: string) => print(tests.redact(line));
  let cleanUp: CleanUp | undefined;
  try {
    for (const question of chosen.questions) {
      const answer = await answerTo(question, tests);
      answered.push(answer);
      const { authenticationIn } = answer.finding;
      if (authenticationIn) await recordCertification(terminal.id, authenticationIn);
      say(`${question.id}: ${verdictOf(answer)}`);
    }
    if (chosen.certifies) payments.push(...(await pay(tests, say)));
  } finally {
    cleanUp = await voidAll(tests, options);
  }
  const result = { platform, currency, gateway, merchantId, at: now(), answered, payments, cleanUp };
  return { report: tests.redact(writeReport(result)), summary: summaryOf(result), isGood: isGood(result) };
}

/** The production gateway must never see test cards. Its address is not certain, so unknown addresses are refused. */
function refuseProduction({ acquirer, credentials }: Terminal): void {
  if (acquirerOf(acquirer).credentials.isTest(credentials)) return;
  throw new LaunchError(
    `certify uses test cards, so it runs only at staging or at an emulator on this machine, not at ${credentials.baseAddress}. Name a terminal of staging with --terminal.`,
  );
}

function chooseQuestions({ only, settledSale }: CertifyOptions): { questions: Question[]; certifies: boolean } {
  const questions = questionsFor(settledSale);
  if (only === undefined) return { questions, certifies: true };
  if (only === certification) return { questions: [], certifies: true };
  const question = questions.find(({ id }) => id === only);
  if (question) return { questions: [question], certifies: false };
  if (only === "settled-void") throw new LaunchError("settled-void needs --settled-sale.");
  const known = [...questions.map(({ id }) => id), certification];
  throw new LaunchError(`--only must be one of ${known.join(", ")}.`);
}

async function answerTo(question: Question, terminal: TestTerminal): Promise<Answered> {
  // Calls that got no answer on purpose must not stop the next question.
  await terminal.closeBreaker();
  terminal.takeExchanges();
  const finding = await question.ask(terminal).catch((error): Finding => {
    if (!(error instanceof Unanswered)) throw error;
    return { verdict: "unanswered", observed: error.message, dials: {} };
  });
  return { question, finding, exchanges: terminal.takeExchanges() };
}

async function pay(terminal: TestTerminal, print: (line: string) => void): Promise<CertifiedPayment[]> {
  const payments: CertifiedPayment[] = [];
  await terminal.closeBreaker();
  for await (const payment of certifyPayments(terminal)) {
    payments.push(payment);
    const verdict = payment.isAsExpected ? "as expected" : "NOT as expected";
    print(`${certification}: ${maskedNumber(payment.card)} ${payment.result}: ${verdict}`);
  }
  return payments;
}

async function voidAll(terminal: TestTerminal, { keepsOne }: CertifyOptions): Promise<CleanUp> {
  await terminal.closeBreaker();
  const kept: OpenCharge | null = keepsOne ? (terminal.openCharges.find(({ amount }) => amount > 0n) ?? null) : null;
  return voidOpenCharges(terminal, kept);
}

const countOf = ({ answered }: CertifyResult, wanted: Finding["verdict"]): number =>
  answered.filter(({ finding: { verdict } }) => verdict === wanted).length;

const wrongPayments = ({ payments }: CertifyResult): number =>
  payments.filter(({ isAsExpected }) => !isAsExpected).length;

function summaryOf(result: CertifyResult): string {
  const {
    answered,
    payments,
    cleanUp: { left, kept },
  } = result;
  const questions = `${answered.length} questions: ${countOf(result, "confirmed")} confirmed, ${countOf(result, "not_confirmed")} NOT confirmed, ${countOf(result, "unanswered")} not answered.`;
  const list = `${payments.length} payments of the certification list: ${wrongPayments(result)} NOT as expected.`;
  return [
    ...(answered.length > 0 ? [questions] : []),
    ...(payments.length > 0 ? [list] : []),
    `${left.length} charges could not be voided.`,
    ...(kept ? [`After the cut-off: --only settled-void --settled-sale ${kept.identifier}`] : []),
  ].join(" ");
}

const isGood = (result: CertifyResult): boolean =>
  countOf(result, "confirmed") === result.answered.length &&
  wrongPayments(result) === 0 &&
  result.cleanUp.left.length === 0;

/** All questions in the order in which they are asked. `settledSale` is a settled payment of an earlier run. */
const questionsFor = (settledSale: string | undefined): Question[] => [
  ...tokenQuestions,
  ...queryQuestions,
  ...reversalQuestions,
  ...(settledSale ? [settledVoidQuestion(settledSale)] : []),
  ...verificationQuestions,
  // The slowest is the last.
  tokenLife,
];
