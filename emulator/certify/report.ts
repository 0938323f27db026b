import { formatMinor } from "@/lib/kit/money";
import { cardNetworks } from "@/lib/reference/card-networks";
import type { Exchange } from "./exchange";
import type { Finding, Question } from "./question";
import type { OpenCharge } from "./test-account";
import { type CertifiedPayment, maskedNumber } from "./test-card";

export type Answered<Dials> = {
  question: Pick<Question<never, Dials>, "id" | "title" | "expectation">;
  finding: Finding<Dials>;
  exchanges: readonly Exchange[];
};

type LeftCharge = OpenCharge & { reason: string };

export type CleanUp = { left: LeftCharge[]; kept: OpenCharge | null; exchanges: Exchange[] };

export type CertifyResult<Dials> = {
  platform: string;
  currency: string;
  gateway: string;
  merchantId: string;
  at: Date;
  answered: readonly Answered<Dials>[];
  payments: readonly CertifiedPayment[];
  cleanUp: CleanUp;
};

/** What the report says about one acquirer only. */
export type ReportWords<Dials> = {
  defaultDials: Readonly<Dials>;
  /** The gateway's name for the identifier of a payment. */
  identifierName: string;
  /** A sentence about the certification list. */
  listNote: string;
  /** What no call to staging answers, with the way to the answer. */
  questionsForPeople: readonly string[];
};

/** The sentence that compares the gateway with the product. */
export function verdictOf({ question: { expectation }, finding: { verdict, observed } }: Answered<unknown>): string {
  const mark = verdict === "confirmed" ? "." : ":";
  return `The product assumes that ${expectation}: ${verdictWords[verdict]}${mark} ${observed}`;
}

export function writeReport<Dials>(result: CertifyResult<Dials>, words: ReportWords<Dials>): string {
  const { platform, currency, gateway, merchantId, at, answered, payments } = result;
  const parts = [
    `# Acquirer report: ${platform}, ${currency}`,
    `Gateway ${gateway}, merchant id ${merchantId}, ${at.toISOString().slice(0, 19)}Z. Card numbers are shortened, and secrets are left out.`,
    ...(answered.length > 0
      ? ["## Summary", summaryTable(answered), "## Questions", ...answered.flatMap(questionPart)]
      : []),
    ...(payments.length > 0 ? ["## Certification list", paymentTable(payments, words)] : []),
    "## Voids",
    ...voidPart(result),
    "## Dials of the emulator",
    dialPart(answered, words),
    "## Questions that no call answers",
    words.questionsForPeople.map((text) => `- ${text}`).join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

const verdictWords: Record<Finding<unknown>["verdict"], string> = {
  confirmed: "confirmed",
  warning: "WARNING",
  not_confirmed: "NOT confirmed",
  unanswered: "not answered",
};

const summaryTable = (answered: readonly Answered<unknown>[]): string =>
  table(
    ["question", "the product's assumption is"],
    answered.map(({ question: { id }, finding: { verdict } }) => [id, verdictWords[verdict]]),
  );

function questionPart(answer: Answered<unknown>): string[] {
  const { question, exchanges } = answer;
  return [`### ${question.id}`, question.title, verdictOf(answer), ...exchangeTable(exchanges)];
}

function exchangeTable(exchanges: readonly Exchange[]): string[] {
  const rows = exchanges.map(({ sent, received }) => [sent, received]);
  return rows.length > 0 ? [table(["sent", "came back"], rows)] : [];
}

type ListWords = Pick<ReportWords<unknown>, "identifierName" | "listNote">;

function paymentTable(payments: readonly CertifiedPayment[], { identifierName, listNote }: ListWords): string {
  const rows = payments.map((payment) => [
    cardNetworks[payment.card.network].name,
    `${maskedNumber(payment.card)} (${payment.card.title})`,
    payment.money,
    payment.expected,
    payment.isAsExpected ? payment.result : `NOT as expected: ${payment.result}`,
    payment.identifier,
    payment.authorizationCode ?? "",
    payment.rrn ?? "",
    payment.checks,
  ]);
  const heads = ["brand", "card", "amount", "expected", "result", identifierName, "authorization", "RRN", "checks"];
  return `${table(heads, rows)}\n\n${listNote}`;
}

function voidPart({ cleanUp: { left, kept, exchanges }, currency }: CertifyResult<unknown>): string[] {
  const lines = left.map(
    ({ identifier, amount, reason }) => `- NOT voided: ${identifier}, ${formatMinor(amount)} ${currency}: ${reason}`,
  );
  const keeping = kept ? [`Kept for --settled-sale: ${kept.identifier}, ${formatMinor(kept.amount)} ${currency}.`] : [];
  const others = kept ? "other " : "";
  const all = `Every ${others}approved test charge was voided or refunded.`;
  return [left.length === 0 ? all : lines.join("\n"), ...keeping, ...exchangeTable(exchanges)];
}

/** The dials that make the emulator behave like this gateway, as the body for its control API. */
function dialPart<Dials>(answered: readonly Answered<Dials>[], { defaultDials }: ReportWords<Dials>): string {
  const found: Partial<Dials> = Object.assign({}, ...answered.map(({ finding }) => finding.dials));
  const different = Object.entries(found).filter(([name, value]) => defaultDials[name as keyof Dials] !== value);
  if (different.length === 0) return "The emulator's defaults behave like this gateway, as far as it was asked.";
  return `\`PATCH /emulator/dials\` with this body makes the emulator behave like this gateway:\n\n\`\`\`json\n${JSON.stringify(Object.fromEntries(different))}\n\`\`\``;
}

const cell = (text: string): string => text.replace(/\s+/g, " ").replaceAll("|", "\\|");

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");
