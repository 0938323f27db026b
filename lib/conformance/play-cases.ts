import type { KitCase } from "./cases/kit-case";
import { isContradicted, type SeenCase } from "./judge";
import type { KitTarget, KitTools } from "./kit-target";
import { RequestLimit, requestsMax } from "./limit-requests";
import { openSupply } from "./order-supply";
import { KitRefusal } from "./place-order";
import { openBrowser } from "./shop-browser";
import { stepsAgainst } from "./take-steps";
import type { OrderWatch } from "./watch-orders";

const unseen = (of: KitCase, problem: string): SeenCase => ({ of, problem, answers: [], exchanges: [], order: null });
const outOfTime = (of: KitCase) => unseen(of, "The time limit of the run ended before the end of this case.");
const untried = (of: KitCase): SeenCase => ({
  ...unseen(of, `Not tried: the run had reached its limit of ${requestsMax} requests.`),
  isUntried: true,
});

const isPaying = ({ leaves }: KitCase): boolean => leaves === "paid";

export const isForTwo = (cases: readonly KitCase[]): boolean => cases.some(({ orders }) => orders === "two");

const redirectsMax = 5;

type Bounds = { remainingMs: () => number; watch: OrderWatch };

/** Plays cases against the shop. */
export function openRun(target: KitTarget, tools: KitTools, { remainingMs, watch }: Bounds) {
  const { fetchOnce, mayVisit, readCheckout, limits } = tools;
  // A timer may end a millisecond early. A request that was cut short must end after the time of the run.
  const within = (milliseconds: number) => Math.min(milliseconds, Math.ceil(remainingMs()) + 2);
  const newBrowser = () => openBrowser(fetchOnce, { mayVisit, redirectsMax, timeoutMs: () => within(limits.pageMs) });
  const supply = openSupply({ start: target.start, given: target.orders, newBrowser, readCheckout });
  const takeSteps = stepsAgainst(target, fetchOnce, () => within(limits.webhookMs));

  async function requireReachable(): Promise<void> {
    // A redirect is an answer, too.
    const { answer } = await newBrowser().open(target.returnUrl, { isArrived: () => true });
    if (answer.status === null) throw new KitRefusal(`Nothing answers at ${target.returnUrl}. ${answer.error}`);
  }

  /** Plays cases that share an order. One during which time or requests end says nothing about the shop. */
  async function play(cases: readonly KitCase[]): Promise<SeenCase[]> {
    if (remainingMs() === 0) return cases.map(outOfTime);
    const seen = await playShared(cases).catch((error) => {
      if (error instanceof RequestLimit) return cases.map(untried);
      throw error;
    });
    if (seen === null) return playAlone(cases);
    return remainingMs() > 0 ? seen : cases.map(outOfTime);
  }

  async function playAlone(cases: readonly KitCase[]): Promise<SeenCase[]> {
    const seen: SeenCase[] = [];
    for (const one of cases) seen.push(...(await play([one])));
    return seen;
  }

  /**
   * Null if several cases have no shared order, or one that is not as they must leave it: then one of them is to blame.
   */
  async function playShared(cases: readonly KitCase[]): Promise<SeenCase[] | null> {
    const needed = isForTwo(cases) ? 2 : cases.every(({ orders }) => orders === "none") ? 0 : 1;
    const taken = await supply.take(needed);
    if ("problem" in taken) return cases.length > 1 ? null : cases.map((one) => unseen(one, taken.problem));
    const { first, other } = taken;
    const seen: SeenCase[] = [];
    for (const part of [cases.filter((one) => !isPaying(one)), cases.filter(isPaying)]) {
      const played: SeenCase[] = [];
      for (const one of part) played.push(await takeSteps(one, first, other, played.at(-1)));
      await watch.observe(played, first);
      if (cases.length > 1 && played.some(isContradicted)) return null;
      seen.push(...played);
    }
    if (seen.some(({ of, order }) => isPaying(of) && order?.belief === "paid")) supply.keepPaid(first);
    if (isForTwo(cases) || seen.some(({ of, order }) => isPaying(of) || order?.belief !== "unpaid")) supply.spend();
    return seen;
  }

  return { requireReachable, play };
}
