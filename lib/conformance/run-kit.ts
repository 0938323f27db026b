import type { MerchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { now, second } from "@/lib/kit/clock";
import { forgeryCases } from "./cases/forgery-cases";
import type { KitCase, KitStep } from "./cases/kit-case";
import { resultCases } from "./cases/result-cases";
import { webhookCases } from "./cases/webhook-cases";
import { inLanes } from "./in-lanes";
import { judge, type SeenCase } from "./judge";
import type { TestOrder } from "./messages";
import { type Customer, openSupply } from "./order-supply";
import { KitRefusal, type ReadCheckout, type StartOrder } from "./place-order";
import { beginningOf, type CaseReport, type KitExchange, type KitReport, summaryOf } from "./report";
import { type FetchOnce, openBrowser, type RawAnswer, type ShopBrowser } from "./shop-browser";
import { type OrderWords, usualWords } from "./verdict";
import { casesAtOnce, type OrderWatch, watchOrders } from "./watch-orders";

export const kitCases: readonly KitCase[] = [...resultCases, ...forgeryCases, ...webhookCases];

/** The shop under test, and the sandbox secrets that its account has. */
export type KitTarget = {
  returnUrl: string;
  /** `{order_id}` stands for the id of an order. */
  orderStatusUrl: string | null;
  webhookUrl: string | null;
  start: StartOrder | null;
  orders: readonly TestOrder[];
  accountNumber: string;
  secrets: MerchantSecrets;
  webhookSecret: string | null;
  words: OrderWords;
};

export type KitTools = {
  fetchOnce: FetchOnce;
  mayVisit: (url: URL) => boolean;
  readCheckout: ReadCheckout;
  /** The origin of the docs to which the report links. */
  docsOrigin: string;
  limits: KitLimits;
  /** Called after each case, and again if the second look at its order changed its outcome. */
  onCase?: (report: CaseReport) => void;
};

export type KitLimits = {
  /** The whole run. Cases that do not end in this time are reported as not seen. */
  runMs: number;
  pageMs: number;
  webhookMs: number;
  /** How long the shop may take to mark an order as paid after its answer. */
  settleMs: number;
};

export const usualLimits: KitLimits = {
  runMs: 300 * second,
  pageMs: 10 * second,
  webhookMs: 15 * second,
  settleMs: 1.5 * second,
};

/** The share of the time for playing cases. The rest is for the second look at their orders. */
const playingShare = 0.8;

export async function runKit(
  target: KitTarget,
  tools: KitTools,
  cases: readonly KitCase[] = kitCases,
): Promise<KitReport> {
  const started = performance.now();
  const startedAt = now();
  let endsAt = started + tools.limits.runMs * playingShare;
  const remainingMs = () => Math.max(0, endsAt - performance.now());
  const watch = watchOrders({ ...target, settleMs: tools.limits.settleMs, remainingMs });
  const run = openRun(target, tools, { remainingMs, watch });
  await run.requireReachable();
  const report = (one: SeenCase) => judge(one, tools.docsOrigin);
  // Given orders are reused, so only one case at a time may have them.
  const seen = await inLanes(casesFor(target, cases), target.start ? casesAtOnce : 1, async (one) => {
    const result = await run.playInTime(one);
    tools.onCase?.(report(result));
    return result;
  });
  const first = seen.map(report);
  endsAt = started + tools.limits.runMs;
  await watch.lookAgain(seen);
  const reports = seen.map(report);
  for (const [index, one] of reports.entries()) {
    if (one.outcome !== first[index]?.outcome) tools.onCase?.(one);
  }
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
    summary: summaryOf(reports),
    cases: reports,
  };
}

const ownWords = ({ words }: KitTarget, kind: keyof OrderWords): string | null =>
  words[kind] === usualWords[kind] ? null : words[kind].join(",");

/** Given orders last longer if the cases that pay them come last. */
function casesFor({ webhookUrl, start }: KitTarget, cases: readonly KitCase[]): KitCase[] {
  const played = cases.filter(({ channel }) => channel !== "webhook" || webhookUrl !== null);
  const isPaying = ({ leaves }: KitCase) => Number(leaves === "paid");
  return start ? played : played.sort((one, other) => isPaying(one) - isPaying(other));
}

const unseen = (of: KitCase, problem: string): SeenCase => ({ of, problem, answers: [], exchanges: [], order: null });
const outOfTime = (of: KitCase) => unseen(of, "The time limit of the run ended before the end of this case.");

type Bounds = { remainingMs: () => number; watch: OrderWatch };

function openRun(target: KitTarget, tools: KitTools, { remainingMs, watch }: Bounds) {
  const { fetchOnce, mayVisit, readCheckout, limits } = tools;
  // A timer may end a millisecond early. A request that was cut short must end after the time of the run.
  const within = (milliseconds: number) => Math.min(milliseconds, Math.ceil(remainingMs()) + 2);
  const newBrowser = () => openBrowser(fetchOnce, mayVisit, () => within(limits.pageMs));
  const supply = openSupply({ start: target.start, given: target.orders, newBrowser, readCheckout });

  async function requireReachable(): Promise<void> {
    const { answer } = await newBrowser().open(target.returnUrl);
    if (answer.status === null) throw new KitRefusal(`Nothing answers at ${target.returnUrl}. ${answer.error}`);
  }

  /** A case during which the time ends says nothing about the shop, because its requests were cut short. */
  async function playInTime(one: KitCase): Promise<SeenCase> {
    const seen = remainingMs() > 0 ? await play(one) : null;
    return seen && remainingMs() > 0 ? seen : outOfTime(one);
  }

  async function play(one: KitCase): Promise<SeenCase> {
    const taken = await supply.take({ none: 0, one: 1, two: 2 }[one.orders]);
    if ("problem" in taken) return unseen(one, taken.problem);
    const [first, other = first] = taken.customers;
    if (!first || !other) return unseen(one, "The kit had no order.");
    if (first.order.total !== other.order.total || first.order.currency !== other.order.currency) {
      return unseen(one, "This case needs two orders of the same total and currency.");
    }
    const { answers, exchanges } = await takeSteps(one, first, other);
    const order = await watch.observe(one, first, answers.at(-1));
    const isSpent = one.leaves === "paid" || one.orders === "two" || order?.belief !== "unpaid";
    if (isSpent) supply.spend();
    const isOrderReused = target.start === null && one.orders !== "none" && !isSpent;
    return { of: one, problem: null, answers, exchanges, order, customer: first, isOrderReused };
  }

  async function takeSteps(one: KitCase, { order, browser }: Customer, other: Customer) {
    const { returnUrl, accountNumber, secrets, webhookSecret } = target;
    const steps = one.steps({
      ...{ order, other: other.order, returnUrl, accountNumber, secrets },
      webhookSecret: webhookSecret ?? "",
      at: now(),
    });
    const answers: SeenCase["answers"] = [];
    const exchanges: KitExchange[] = [];
    for (const step of steps) {
      for (const { answer, exchange } of await takeStep(step, browser)) {
        answers.push({ step, answer });
        exchanges.push(exchange);
      }
    }
    return { answers, exchanges };
  }

  async function takeStep(step: KitStep, browser: ShopBrowser) {
    if (step.kind === "visit") {
      const { answer } = await browser.open(step.address);
      return [{ answer, exchange: exchangeOf("GET", step.address, null, answer) }];
    }
    const url = new URL(target.webhookUrl ?? "");
    const timeoutMs = within(limits.webhookMs);
    return Promise.all(
      step.events.map(async ({ event: { body }, headers }) => {
        const answer = await fetchOnce({ method: "POST", url, headers, body, timeoutMs });
        return { answer, exchange: exchangeOf("POST", url.href, body, answer) };
      }),
    );
  }

  return { requireReachable, playInTime };
}

const exchangeOf = (method: string, url: string, body: string | null, answer: RawAnswer): KitExchange => ({
  method,
  url,
  body,
  status: answer.status,
  error: answer.error,
  duration_ms: answer.durationMs,
  answer: beginningOf(answer.text),
});
