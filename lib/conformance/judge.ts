import type { KitCase, KitStep } from "./cases/kit-case";
import type { CaseReport, KitExchange } from "./report";
import { isAlarmed, type SeenOrder, type ShopAnswer } from "./verdict";

/** What the kit saw of one case. `problem` says why it could not run. */
export type SeenCase = {
  of: KitCase;
  problem: string | null;
  answers: { step: KitStep; answer: ShopAnswer }[];
  exchanges: KitExchange[];
  order: SeenOrder | null;
  /** The run had no request left for it. */
  isUntried?: boolean;
  /** What the kit found in the answers of all cases. */
  finding?: { did: string; wrong: readonly string[] };
};

/** Compares what the shop did with what is right. A case of which nothing was seen has never passed. */
export function judge(seen: SeenCase, docsOrigin: string): CaseReport {
  const { of, problem, answers, exchanges, order, finding } = seen;
  const wrong = [
    ...answers.flatMap(({ step, answer }) => wrongAnswer(step, answer)),
    ...wrongBelief(of, order),
    ...(finding?.wrong ?? []),
  ];
  const gaps = wrong.length > 0 ? [] : gapsOf(of, problem, order);
  const { id, title, channel, right } = of;
  const sent = problem && answers.length === 0 ? "" : of.sent;
  const failure = of.isAdvice ? "advice" : "failed";
  return {
    ...{ id, title, channel, sent, right },
    outcome: wrong.length > 0 ? failure : gaps.length > 0 ? "not_seen" : "passed",
    did: finding?.did ?? didSentences(answers, order),
    wrong: [...new Set([...wrong, ...gaps])],
    docs: `${docsOrigin}/docs/${of.docs}`,
    requests: exchanges,
  };
}

function wrongAnswer(step: KitStep, answer: ShopAnswer): string[] {
  const { status } = answer;
  if (status === null) return [`The shop must answer. ${answer.error}`];
  if (status >= 500) return [`${status} is a crash. The shop must handle this case.`];
  switch (step.answer) {
    case "any":
      return [];
    case "page":
      if (status >= 400) return [`This is a result that we really send. It must not end in an error page (${status}).`];
      return isAlarmed(answer) ? ["The page warns of a wrong or missing hash, but this result is ours."] : [];
    case "accept":
      return status < 200 || status >= 300 ? [`The receiver must answer 2xx, not ${status}.`] : [];
    case "refuse":
      return status < 400 ? [`The receiver must refuse this request with 400, not answer ${status}.`] : [];
  }
}

/** Whether the order is clearly not in the state in which the case must leave it. */
export const isContradicted = ({ of, order }: SeenCase): boolean => wrongBelief(of, order).length > 0;

function wrongBelief({ leaves }: KitCase, order: SeenOrder | null): string[] {
  if (leaves === null || !order || order.belief === "unclear") return [];
  if (order.belief !== leaves) {
    return [leaves === "unpaid" ? "The order is paid, but it must not be." : "The order is not paid, but it must be."];
  }
  const isRepeated = leaves === "paid" && order.timesPaid !== null && order.timesPaid !== 1;
  return isRepeated ? [`The order was marked as paid ${order.timesPaid} times. It must be once.`] : [];
}

function gapsOf({ leaves, isCounted }: KitCase, problem: string | null, order: SeenOrder | null): string[] {
  if (problem) return [problem];
  if (leaves === null) return [];
  if (!order) return ["The kit could not see whether the order is paid. Give it the URL of the order's status page."];
  if (order.belief !== "unclear") {
    const isUncounted = isCounted && order.timesPaid === null;
    return isUncounted ? ["The status page does not say how often the order was marked as paid (`times_paid`)."] : [];
  }
  return [
    order.problem ??
      "The shop's page does not say clearly whether the order is paid. Choose the words that it uses, or answer JSON.",
  ];
}

const beliefSentences = {
  paid: "The order is paid.",
  unpaid: "The order is unpaid.",
  unclear: "The state of the order was not clear.",
} as const;

function didSentences(answers: SeenCase["answers"], order: SeenOrder | null): string {
  const statuses = answers.map(({ answer }) => answer.status ?? "nothing");
  const answered = statuses.length > 0 ? [`The shop answered ${statuses.join(", then ")}.`] : [];
  return [...answered, ...(order ? [beliefSentences[order.belief]] : [])].join(" ") || "Nothing was seen.";
}
