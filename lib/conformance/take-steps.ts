import { now } from "@/lib/kit/clock";
import type { KitCase, KitStep } from "./cases/kit-case";
import type { SeenCase } from "./judge";
import type { KitTarget } from "./kit-target";
import type { Customer } from "./order-supply";
import { beginningOf, type KitExchange } from "./report";
import type { FetchOnce, ShopBrowser } from "./shop-browser";
import type { ShopAnswer } from "./verdict";

type Sent = { answer: ShopAnswer; exchange: KitExchange };

/** Sends the requests of a case: visits of the customer's browser, and webhooks. */
export function stepsAgainst(target: KitTarget, fetchOnce: FetchOnce, webhookMs: () => number) {
  async function takeStep(step: KitStep, browser: ShopBrowser): Promise<Sent[]> {
    if (step.kind === "visit") {
      const { answer } = await browser.open(step.address);
      return [{ answer, exchange: exchangeOf("GET", step.address, null, answer) }];
    }
    const url = new URL(target.webhookUrl ?? "");
    const timeoutMs = webhookMs();
    return Promise.all(
      step.events.map(async ({ event: { body }, headers }) => {
        const answer = await fetchOnce({ method: "POST", url, headers, body, timeoutMs });
        return { answer, exchange: exchangeOf("POST", url.href, body, answer) };
      }),
    );
  }

  /** `previous` is the case before this one with the same order. */
  return async (of: KitCase, { order, browser }: Customer, other: Customer, previous?: SeenCase): Promise<SeenCase> => {
    const { returnUrl, accountNumber, secrets, webhookSecret } = target;
    const steps = of.steps({
      ...{ order, other: other.order, returnUrl, accountNumber, secrets },
      webhookSecret: webhookSecret ?? "",
      at: now(),
    });
    const seen: SeenCase = { of, problem: null, answers: [], exchanges: [], order: null };
    for (const [index, step] of steps.entries()) {
      const earlier = index === 0 ? lastVisitOf(previous, step) : null;
      for (const { answer, exchange } of earlier ?? (await takeStep(step, browser))) {
        seen.answers.push({ step, answer });
        seen.exchanges.push(exchange);
      }
    }
    return seen;
  };
}

/** A case that begins with the visit at which the previous one ended gets the same answer, to spare requests. */
function lastVisitOf(previous: SeenCase | undefined, next: KitStep): Sent[] | null {
  const exchange = previous?.exchanges.at(-1);
  const { step, answer } = previous?.answers.at(-1) ?? {};
  const isSame = next.kind === "visit" && step?.kind === "visit" && step.address === next.address;
  return isSame && answer && exchange ? [{ answer, exchange }] : null;
}

const exchangeOf = (method: string, url: string, body: string | null, answer: ShopAnswer): KitExchange => ({
  method,
  url,
  body,
  status: answer.status,
  error: answer.error,
  duration_ms: answer.durationMs,
  answer: beginningOf(answer.text),
});
