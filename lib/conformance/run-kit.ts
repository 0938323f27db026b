import { now, second } from "@/lib/kit/clock";
import { forgeryCases } from "./cases/forgery-cases";
import type { KitCase, ListedCase } from "./cases/kit-case";
import { resultCases } from "./cases/result-cases";
import { secretCase } from "./cases/secret-case";
import { sharedOrders } from "./cases/shared-orders";
import { webhookCases } from "./cases/webhook-cases";
import { inLanes } from "./in-lanes";
import { judge, type SeenCase } from "./judge";
import type { KitLimits, KitTarget, KitTools } from "./kit-target";
import { watchSecrets } from "./known-secrets";
import { limitRequests } from "./limit-requests";
import { isForTwo, openRun } from "./play-cases";
import { type CaseReport, type KitReport, summaryOf } from "./report";
import { type OrderWords, usualWords } from "./verdict";
import { watchOrders } from "./watch-orders";

const over = (channel: KitCase["channel"], cases: readonly ListedCase[]): KitCase[] =>
  cases.map((one) => ({ ...one, channel }));

export const kitCases: readonly KitCase[] = [
  ...over("redirect", [...resultCases, ...forgeryCases, secretCase]),
  ...over("webhook", webhookCases),
];

export const usualLimits: KitLimits = {
  runMs: 300 * second,
  pageMs: 10 * second,
  webhookMs: 15 * second,
  settleMs: 1.5 * second,
};

/** Cases with orders of their own are played at the same time. */
const casesAtOnce = 4;

export async function runKit(
  target: KitTarget,
  tools: KitTools,
  cases: readonly KitCase[] = kitCases,
): Promise<KitReport> {
  const secrets = watchSecrets(target);
  const fetchOnce = secrets.watching(limitRequests(tools.fetchOnce, target.accountNumber));
  await tools.prove?.(fetchOnce);
  const started = performance.now();
  const startedAt = now();
  const endsAt = started + tools.limits.runMs;
  const remainingMs = () => Math.max(0, endsAt - performance.now());
  const watch = watchOrders({ ...target, settleMs: tools.limits.settleMs, remainingMs });
  const run = openRun(target, { ...tools, fetchOnce }, { remainingMs, watch });
  await run.requireReachable();
  const report = (seen: readonly SeenCase[]) => {
    const reports = seen.map((one) => judge(one, tools.docsOrigin));
    for (const one of reports) tools.onCase?.(one);
    return { reports, untried: seen.filter(({ isUntried }) => isUntried).length };
  };
  // Given orders are reused, so only one case at a time may have them.
  const lanes = target.start ? casesAtOnce : 1;
  const groups = await inLanes(groupsFor(target, cases), lanes, async (group) => report(await run.play(group)));
  groups.push(report(cases.filter(isOfAnswers).map((of) => seenOfAnswers(of, secrets.finding()))));
  const placeOf = ({ id }: CaseReport) => cases.findIndex((one) => one.id === id);
  const reports = groups.flatMap((group) => group.reports).sort((one, other) => placeOf(one) - placeOf(other));
  return {
    environment: "sandbox",
    started_at: startedAt.toISOString(),
    duration_ms: Math.round(performance.now() - started),
    target: {
      return_url: target.returnUrl,
      order_status_url: target.orderStatusUrl,
      webhook_url: target.webhookUrl,
      start_url: target.start?.url ?? null,
      start_body: target.start?.body ?? null,
      paid_words: ownWords(target, "paid"),
      unpaid_words: ownWords(target, "unpaid"),
    },
    not_tried: groups.reduce((sum, { untried }) => sum + untried, 0),
    summary: summaryOf(reports),
    cases: reports,
  };
}

const ownWords = ({ words }: KitTarget, kind: keyof OrderWords): string | null =>
  words[kind] === usualWords[kind] ? null : words[kind].join(",");

const isOfAnswers = ({ id }: KitCase): boolean => id === secretCase.id;

const seenOfAnswers = (of: KitCase, finding: NonNullable<SeenCase["finding"]>): SeenCase => ({
  ...{ of, problem: null, answers: [], exchanges: [], order: null },
  finding,
});

/** Cases that are played with one order. Given orders last longer if the cases that pay them come last. */
function groupsFor({ webhookUrl, start }: KitTarget, cases: readonly KitCase[]): KitCase[][] {
  const played = cases.filter((one) => !isOfAnswers(one) && (one.channel !== "webhook" || webhookUrl !== null));
  const isPaying = ({ leaves }: KitCase) => Number(leaves === "paid");
  if (!start) return played.sort((one, other) => isPaying(one) - isPaying(other)).map((one) => [one]);
  const groups = sharedOrders.map((ids) => played.filter(({ id }) => ids.includes(id)));
  const others = played.filter(({ id }) => !sharedOrders.some((ids) => ids.includes(id)));
  const all = [...groups.filter((group) => group.length > 0), ...others.map((one) => [one])];
  // Last, because the second order of a case may be one that another case paid.
  return all.sort((one, other) => Number(isForTwo(one)) - Number(isForTwo(other)));
}
