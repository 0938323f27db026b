import { now } from "@/lib/kit/clock";
import type { KitCase, KitStep } from "./cases/kit-case";
import type { SeenCase } from "./judge";
import type { KitTarget } from "./kit-target";
import type { Customer } from "./order-supply";
import { beginningOf, type KitExchange } from "./report";
import type { FetchOnce, RawAnswer, ShopBrowser } from "./shop-browser";

/** Sends the requests of a case: visits of the customer's browser, and webhooks. */
export function stepsAgainst(target: KitTarget, fetchOnce: FetchOnce, webhookMs: () => number) {
  async function takeStep(step: KitStep, browser: ShopBrowser) {
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

  return async (of: KitCase, { order, browser }: Customer, other: Customer): Promise<SeenCase> => {
    const { returnUrl, accountNumber, secrets, webhookSecret } = target;
    const steps = of.steps({
      ...{ order, other: other.order, returnUrl, accountNumber, secrets },
      webhookSecret: webhookSecret ?? "",
      at: now(),
    });
    const seen: SeenCase = { of, problem: null, answers: [], exchanges: [], order: null };
    for (const step of steps) {
      for (const { answer, exchange } of await takeStep(step, browser)) {
        seen.answers.push({ step, answer });
        seen.exchanges.push(exchange);
      }
    }
    return seen;
  };
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
