import { now, second } from "@/lib/kit/clock";
import { forgeryCases } from "./cases/forgery-cases";
import type { KitCase, ListedCase } from "./cases/kit-case";
import { resultCases } from "./cases/result-cases";
import { sharedOrders } from "./cases/shared-orders";
import { webhookCases } from "./cases/webhook-cases";
import { inLanes } from "./in-lanes";
import { judge } from "./judge";
import type { KitLimits, KitTarget, KitTools } from "./kit-target";
import { limitRequests } from "./limit-requests";
import { openRun } from "./play-cases";
import { type CaseReport, type KitReport, summaryOf } from "./report";
import { type OrderWords, usualWords } from "./verdict";
import { watchOrders } from "./watch-orders";

const over = (channel: KitCase["channel"], cases: readonly ListedCase[]): KitCase[] =>
  cases.map((one) => ({ ...one, channel }));

export const kitCases: readonly KitCase[] = [
  ...over("redirect", [...resultCases, ...forgeryCases]),
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
  const fetchOnce = limitRequests(tools.fetchOnce, target.accountNumber);
  await tools.prove?.(fetchOnce);
  const started = performance.now();
  const startedAt = now();
  const endsAt = started + tools.limits.runMs;
  const remainingMs = () => Math.max(0, endsAt - performance.now());
  const watch = watchOrders({ ...target, settleMs: tools.limits.settleMs, remainingMs });
  const run = openRun(target, { ...tools, fetchOnce }, { remainingMs, watch });
  await run.requireReachable();
  // Given orders are reused, so only one case at a time may have them.
  const groups = await inLanes(groupsFor(target, cases), target.start ? casesAtOnce : 1, async (group) => {
    const seen = await run.play(group);
    const reports = seen.map((one) => judge(one, tools.docsOrigin));
    for (const report of reports) tools.onCase?.(report);
    return { reports, untried: seen.filter(({ isUntried }) => isUntried).length };
  });
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

/** Cases that are played with one order. Given orders last longer if the cases that pay them come last. */
function groupsFor({ webhookUrl, start }: KitTarget, cases: readonly KitCase[]): KitCase[][] {
  const played = cases.filter(({ channel }) => channel !== "webhook" || webhookUrl !== null);
  const isPaying = ({ leaves }: KitCase) => Number(leaves === "paid");
  if (!start) return played.sort((one, other) => isPaying(one) - isPaying(other)).map((one) => [one]);
  const groups = sharedOrders.map((ids) => played.filter(({ id }) => ids.includes(id)));
  const others = played.filter(({ id }) => !sharedOrders.some((ids) => ids.includes(id)));
  return [...groups.filter((group) => group.length > 0), ...others.map((one) => [one])];
}
