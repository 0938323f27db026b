import type { MerchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { now, second } from "@/lib/kit/clock";
import { forgeryCases } from "./cases/forgery-cases";
import type { KitCase, KitStep } from "./cases/kit-case";
import { resultCases } from "./cases/result-cases";
import { webhookCases } from "./cases/webhook-cases";
import { judge, type SeenCase } from "./judge";
import type { TestOrder } from "./messages";
import { type Customer, openSupply } from "./order-supply";
import { KitRefusal, type ReadCheckout, type StartOrder } from "./place-order";
import { beginningOf, type CaseReport, type KitExchange, type KitReport, summaryOf } from "./report";
import { type FetchOnce, openBrowser, type RawAnswer, type ShopBrowser } from "./shop-browser";
import type { OrderWords } from "./verdict";
import { type OrderWatch, watchOrders } from "./watch-orders";

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
  /** Called after each case, and again if a case turned out to be wrong later. */
  onCase?: (report: CaseReport) => void;
};

export type KitLimits = {
  /** The whole run. Cases that it does not reach are reported as not seen. */
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

export async function runKit(
  target: KitTarget,
  tools: KitTools,
  cases: readonly KitCase[] = kitCases,
): Promise<KitReport> {
  const started = performance.now();
  const startedAt = now();
  const remainingMs = () => Math.max(0, started + tools.limits.runMs - performance.now());
  const watch = watchOrders({ ...target, settleMs: tools.limits.settleMs, remainingMs });
  const run = openRun(target, tools, { remainingMs, watch });
  await run.requireReachable();
  const seen: SeenCase[] = [];
  const report = (one: SeenCase) => judge(one, tools.docsOrigin);
  for (const one of casesFor(target, cases)) {
    const result = remainingMs() === 0 ? outOfTime(one) : await run.play(one);
    seen.push(result);
    tools.onCase?.(report(result));
  }
  for (const changed of await watch.lookAgain(seen)) tools.onCase?.(report(changed));
  const reports = seen.map(report);
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
    },
    summary: summaryOf(reports),
    cases: reports,
  };
}

/** Given orders last longer if the cases that pay them come last. */
function casesFor({ webhookUrl, start }: KitTarget, cases: readonly KitCase[]): KitCase[] {
  const played = cases.filter(({ channel }) => channel !== "webhook" || webhookUrl !== null);
  const isPaying = ({ leaves }: KitCase) => Number(leaves === "paid");
  return start ? played : played.sort((one, other) => isPaying(one) - isPaying(other));
}

const unseen = (of: KitCase, problem: string): SeenCase => ({ of, problem, answers: [], exchanges: [], order: null });
const outOfTime = (of: KitCase) => unseen(of, "The time limit of the run ended before this case.");

type Bounds = { remainingMs: () => number; watch: OrderWatch };

function openRun(target: KitTarget, tools: KitTools, { remainingMs, watch }: Bounds) {
  const { fetchOnce, mayVisit, readCheckout, limits } = tools;
  const within = (milliseconds: number) => Math.max(1, Math.round(Math.min(milliseconds, remainingMs())));
  const newBrowser = () => openBrowser(fetchOnce, mayVisit, () => within(limits.pageMs));
  const supply = openSupply({ start: target.start, given: target.orders, newBrowser, readCheckout });

  async function requireReachable(): Promise<void> {
    const { answer } = await newBrowser().open(target.returnUrl);
    if (answer.status === null) throw new KitRefusal(`Nothing answers at ${target.returnUrl}. ${answer.error}`);
  }

  async function play(one: KitCase): Promise<SeenCase> {
    const taken = await supply.take({ none: 0, one: 1, two: 2 }[one.orders]);
    if ("problem" in taken) return unseen(one, taken.problem);
    const [first, other = first] = taken.customers;
    if (!first || !other) return unseen(one, "The kit had no order.");
    const { answers, exchanges } = await takeSteps(one, first, other);
    const order = await watch.observe(one, first, answers.at(-1));
    if (one.leaves === "paid" || one.orders === "two" || order?.belief !== "unpaid") supply.spend();
    const isOrderReused = target.start === null && one.orders !== "none";
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

  return { requireReachable, play };
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
