import type { Certification, CertifyOptions } from "@/emulator/base/certification";
import { LaunchError } from "@/launch/processes";
import { recordCertification } from "@/lib/acquirers/operate-terminals";
import { acquirerOf } from "@/lib/gateway/registry";
import type { Terminal } from "@/lib/gateway/terminals/terminal-store";
import { now } from "@/lib/kit/clock";
import { type Finding, type Question, Unanswered } from "./question";
import { type Answered, type CertifyResult, type CleanUp, type ReportWords, verdictOf, writeReport } from "./report";
import type { OpenCharge, TestAccount } from "./test-account";
import { type CertifiedPayment, maskedNumber } from "./test-card";

/** What each acquirer adds to the run. */
type Plan<Account extends TestAccount, Dials> = {
  openAccount(terminal: Terminal, wait: Account["wait"]): Account;
  /** All questions in the order in which they are asked. `settledSale` is a settled payment of an earlier run. */
  questionsFor(settledSale: string | undefined): readonly Question<Account, Dials>[];
  payList(account: Account): AsyncIterable<CertifiedPayment>;
  /** Voids or refunds a charge. Returns null, or the gateway's answer if the charge may still hold money. */
  giveBack(account: Account, charge: OpenCharge): Promise<string | null>;
  words: ReportWords<Dials>;
};

const certification = "certification";

/**
 * Asks every question, makes the payments of the certification list, and voids them. Returns the report. It stores only
 * which answers contain the result of 3DS, because the product relies on this finding.
 */
export const createCertification = <Account extends TestAccount, Dials>(plan: Plan<Account, Dials>): Certification => ({
  async certify(terminal, options, { wait, print }) {
    const chosen = chooseQuestions(plan, options);
    const { platform, currency } = terminal;
    const { baseAddress: gateway, merchantId } = terminal.credentials;
    refuseProduction(terminal);
    const account = plan.openAccount(terminal, wait);
    if (!(await account.isAlive())) throw new LaunchError(`The gateway ${gateway} does not answer.`);
    const answered: Answered<Dials>[] = [];
    const payments: CertifiedPayment[] = [];
    const say = (line: string) => print(account.redact(line));
    let cleanUp: CleanUp | undefined;
    try {
      for (const question of chosen.questions) {
        const answer = await answerTo(question, account);
        answered.push(answer);
        const { authenticationIn } = answer.finding;
        if (authenticationIn) await recordCertification(terminal.id, authenticationIn);
        say(`${question.id}: ${verdictOf(answer)}`);
      }
      if (chosen.certifies) payments.push(...(await pay(plan, account, say)));
    } finally {
      cleanUp = await giveBackAll(plan, account, options);
    }
    const result = { platform, currency, gateway, merchantId, at: now(), answered, payments, cleanUp };
    const report = account.redact(writeReport(result, plan.words));
    return { report, summary: summaryOf(result), isGood: isGood(result) };
  },
});

/** Real merchant accounts must never see test cards. Accounts of which nothing is known count as real. */
function refuseProduction({ acquirer, credentials }: Terminal): void {
  if (acquirerOf(acquirer).credentials.isTest(credentials)) return;
  throw new LaunchError(
    `certify uses test cards, so it runs only at staging or at an emulator on this machine, not with the merchant id ${credentials.merchantId} at ${credentials.baseAddress}. Name a terminal that moves no money with --terminal.`,
  );
}

type Chosen<Account, Dials> = { questions: readonly Question<Account, Dials>[]; certifies: boolean };

function chooseQuestions<Account extends TestAccount, Dials>(
  plan: Plan<Account, Dials>,
  { only, settledSale }: CertifyOptions,
): Chosen<Account, Dials> {
  const questions = plan.questionsFor(settledSale);
  if (only === undefined) return { questions, certifies: true };
  if (only === certification) return { questions: [], certifies: true };
  const question = questions.find(({ id }) => id === only);
  if (question) return { questions: [question], certifies: false };
  if (only === "settled-void") throw new LaunchError("settled-void needs --settled-sale.");
  const known = [...questions.map(({ id }) => id), certification];
  throw new LaunchError(`--only must be one of ${known.join(", ")}.`);
}

async function answerTo<Account extends TestAccount, Dials>(
  question: Question<Account, Dials>,
  account: Account,
): Promise<Answered<Dials>> {
  // Calls that got no answer on purpose must not stop the next question.
  await account.closeBreaker();
  account.takeExchanges();
  const finding = await question.ask(account).catch((error): Finding<Dials> => {
    if (!(error instanceof Unanswered)) throw error;
    return { verdict: "unanswered", observed: error.message, dials: {} };
  });
  return { question, finding, exchanges: account.takeExchanges() };
}

async function pay<Account extends TestAccount>(
  { payList }: Pick<Plan<Account, unknown>, "payList">,
  account: Account,
  print: (line: string) => void,
): Promise<CertifiedPayment[]> {
  const payments: CertifiedPayment[] = [];
  await account.closeBreaker();
  for await (const payment of payList(account)) {
    payments.push(payment);
    const verdict = payment.isAsExpected ? "as expected" : "NOT as expected";
    print(`${certification}: ${maskedNumber(payment.card)} ${payment.result}: ${verdict}`);
  }
  return payments;
}

async function giveBackAll<Account extends TestAccount>(
  { giveBack }: Pick<Plan<Account, unknown>, "giveBack">,
  account: Account,
  { keepsOne }: CertifyOptions,
): Promise<CleanUp> {
  await account.closeBreaker();
  account.takeExchanges();
  const kept: OpenCharge | null = keepsOne ? (account.openCharges.find(({ amount }) => amount > 0n) ?? null) : null;
  const left: CleanUp["left"] = [];
  for (const charge of account.openCharges) {
    if (charge.identifier === kept?.identifier) continue;
    const reason = await giveBack(account, charge);
    if (reason === null) account.closeCharge(charge.identifier);
    else left.push({ ...charge, reason });
  }
  return { left, kept, exchanges: account.takeExchanges() };
}

const countOf = ({ answered }: CertifyResult<unknown>, wanted: Finding<unknown>["verdict"]): number =>
  answered.filter(({ finding: { verdict } }) => verdict === wanted).length;

const wrongPayments = ({ payments }: CertifyResult<unknown>): number =>
  payments.filter(({ isAsExpected }) => !isAsExpected).length;

function summaryOf(result: CertifyResult<unknown>): string {
  const {
    answered,
    payments,
    cleanUp: { left, kept },
  } = result;
  const warnings = countOf(result, "warning");
  const verdicts = [
    `${countOf(result, "confirmed")} confirmed`,
    ...(warnings > 0 ? [`${warnings} with a WARNING`] : []),
    `${countOf(result, "not_confirmed")} NOT confirmed`,
    `${countOf(result, "unanswered")} not answered`,
  ];
  const list = `${payments.length} payments of the certification list: ${wrongPayments(result)} NOT as expected.`;
  return [
    ...(answered.length > 0 ? [`${answered.length} questions: ${verdicts.join(", ")}.`] : []),
    ...(payments.length > 0 ? [list] : []),
    `${left.length} charges could not be voided.`,
    ...(kept ? [`After the cut-off: --only settled-void --settled-sale ${kept.identifier}`] : []),
  ].join(" ");
}

const isGood = (result: CertifyResult<unknown>): boolean =>
  countOf(result, "confirmed") + countOf(result, "warning") === result.answered.length &&
  wrongPayments(result) === 0 &&
  result.cleanUp.left.length === 0;
