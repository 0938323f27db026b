import { type Dials, defaultDials } from "@/emulator/powertranz/dials";
import { commandLine } from "@/lib/kit/commands";
import { formatMinor } from "@/lib/kit/money";
import { cardNetworks } from "@/lib/reference/card-networks";
import type { CertifiedPayment } from "./certification";
import type { CleanUp } from "./clean-up";
import type { Exchange } from "./exchange";
import type { Finding, Question } from "./question";
import { maskedNumber } from "./test-cards";

export type Answered = { question: Question; finding: Finding; exchanges: readonly Exchange[] };

export type CertifyResult = {
  platform: string;
  currency: string;
  gateway: string;
  merchantId: string;
  at: Date;
  answered: readonly Answered[];
  payments: readonly CertifiedPayment[];
  cleanUp: CleanUp;
};

/** The sentence that compares the gateway with the product. */
export function verdictOf({ question: { expectation }, finding: { verdict, observed } }: Answered): string {
  const mark = verdict === "confirmed" ? "." : ":";
  return `The product assumes that ${expectation}: ${verdictWords[verdict]}${mark} ${observed}`;
}

export function writeReport(result: CertifyResult): string {
  const { platform, currency, gateway, merchantId, at, answered, payments } = result;
  const parts = [
    `# Acquirer report: ${platform}, ${currency}`,
    `Gateway ${gateway}, merchant id ${merchantId}, ${at.toISOString().slice(0, 19)}Z. Card numbers are shortened, and secrets are left out.`,
    ...(answered.length > 0
      ? ["## Summary", summaryTable(answered), "## Questions", ...answered.flatMap(questionPart)]
      : []),
    ...(payments.length > 0 ? ["## Certification list", paymentTable(payments)] : []),
    "## Voids",
    ...voidPart(result),
    "## Dials of the emulator",
    dialPart(answered),
    "## Questions that no call answers",
    questionsForPeople.map((text) => `- ${text}`).join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

const verdictWords: Record<Finding["verdict"], string> = {
  confirmed: "confirmed",
  not_confirmed: "NOT confirmed",
  unanswered: "not answered",
};

const summaryTable = (answered: readonly Answered[]): string =>
  table(
    ["question", "the product's assumption is"],
    answered.map(({ question: { id }, finding: { verdict } }) => [id, verdictWords[verdict]]),
  );

function questionPart(answer: Answered): string[] {
  const { question, exchanges } = answer;
  return [`### ${question.id}`, question.title, verdictOf(answer), ...exchangeTable(exchanges)];
}

function exchangeTable(exchanges: readonly Exchange[]): string[] {
  const rows = exchanges.map(({ sent, received }) => [sent, received]);
  return rows.length > 0 ? [table(["sent", "came back"], rows)] : [];
}

function paymentTable(payments: readonly CertifiedPayment[]): string {
  const rows = payments.map((payment) => [
    cardNetworks[payment.card.network].name,
    `${maskedNumber(payment.card)} (${payment.card.title})`,
    payment.money,
    payment.expected,
    payment.isAsExpected ? payment.result : `NOT as expected: ${payment.result}`,
    payment.identifier,
    payment.authorizationCode ?? "",
    payment.rrn ?? "",
    payment.letters,
  ]);
  const heads = ["brand", "card", "amount", "expected", "result", "TransactionIdentifier", "authorization", "RRN"];
  const jcb = "The gateway also routes JCB. The product does not accept JCB, so it is not tested.";
  return `${table([...heads, "letters"], rows)}\n\n${jcb}`;
}

function voidPart({ cleanUp: { left, kept, exchanges }, currency }: CertifyResult): string[] {
  const lines = left.map(
    ({ identifier, amount, reason }) => `- NOT voided: ${identifier}, ${formatMinor(amount)} ${currency}: ${reason}`,
  );
  const keeping = kept ? [`Kept for --settled-sale: ${kept.identifier}, ${formatMinor(kept.amount)} ${currency}.`] : [];
  const others = kept ? "other " : "";
  const all = `Every ${others}approved test charge was voided or refunded.`;
  return [left.length === 0 ? all : lines.join("\n"), ...keeping, ...exchangeTable(exchanges)];
}

/** The dials that make the emulator behave like this gateway, as the body for its control API. */
function dialPart(answered: readonly Answered[]): string {
  const found: Partial<Dials> = Object.assign({}, ...answered.map(({ finding }) => finding.dials));
  const different = Object.entries(found).filter(([name, value]) => defaultDials[name as keyof Dials] !== value);
  if (different.length === 0) return "The emulator's defaults behave like this gateway, as far as it was asked.";
  return `\`PATCH /emulator/dials\` with this body makes the emulator behave like this gateway:\n\n\`\`\`json\n${JSON.stringify(Object.fromEntries(different))}\n\`\`\``;
}

const cell = (text: string): string => text.replace(/\s+/g, " ").replaceAll("|", "\\|");

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");

/** What no call to staging answers, with the way to the answer. */
const questionsForPeople: readonly string[] = [
  "What is the address of the production gateway? Ask the acquirer, and add terminals with --gateway.",
  "When is the cut-off, and what does a void after it get? Run certify with --keep-one, and the next day with --settled-sale.",
  `How are chargebacks reported? Ask the acquirer for a file, and import it with «${commandLine("chargebacks", "import")}».`,
  "Is there a limit on the rate of calls, and on the results of a search? Ask the acquirer.",
];
