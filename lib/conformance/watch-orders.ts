import type { KitCase } from "./cases/kit-case";
import { inLanes } from "./in-lanes";
import type { SeenCase } from "./judge";
import type { Customer } from "./order-supply";
import { type OrderWords, readReturnPage, readStatusPage, type SeenOrder } from "./verdict";

type Watched = {
  orderStatusUrl: string | null;
  words: OrderWords;
  /** How long the shop may take to mark an order as paid after its answer. */
  settleMs: number;
  remainingMs: () => number;
};

/** Cases with orders of their own are played at the same time. */
export const casesAtOnce = 4;
const lookEveryMs = 250;
const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Finds out whether the shop believes that orders are paid: from their status page, else from the page of a visit. */
export function watchOrders({ orderStatusUrl, words, settleMs, remainingMs }: Watched) {
  async function lookAt(address: string, { orders }: KitCase, { order, browser }: Customer): Promise<SeenOrder> {
    const page = address.replaceAll("{order_id}", encodeURIComponent(order.orderId));
    return readStatusPage((await browser.open(page)).answer, words, orders !== "none");
  }

  /** Waits until the order is paid if it should be. A shop may work after its answer, as our docs recommend. */
  async function observe(
    of: KitCase,
    customer: Customer,
    last: SeenCase["answers"][number] | undefined,
  ): Promise<SeenOrder | null> {
    const { leaves, isSeenInAnswer } = of;
    if (leaves === null) return null;
    if (!orderStatusUrl) {
      return isSeenInAnswer !== false && last?.step.kind === "visit" ? readReturnPage(last.answer, words) : null;
    }
    for (const until = performance.now() + settleMs; ; ) {
      const seen = await lookAt(orderStatusUrl, of, customer);
      if (leaves === "unpaid" || seen.belief === "paid") return seen;
      if (performance.now() >= until || remainingMs() === 0) return seen;
      await pause(lookEveryMs);
    }
  }

  /**
   * Looks once more at the orders, because the shop may have worked after its answer. The last look counts. A forged
   * result that the shop believed at first stays a mistake.
   */
  async function lookAgain(seen: readonly SeenCase[]): Promise<void> {
    const isWatched = ({ of, order, isOrderReused }: SeenCase) =>
      order !== null && !isOrderReused && !(of.leaves === "unpaid" && order.belief === "paid");
    const watched = seen.filter(isWatched);
    if (!orderStatusUrl || watched.length === 0) return;
    await pause(Math.min(settleMs, remainingMs()));
    await inLanes(watched, casesAtOnce, async (one) => {
      const order = one.customer && remainingMs() > 0 ? await lookAt(orderStatusUrl, one.of, one.customer) : null;
      const isInTime = remainingMs() > 0;
      one.order = isInTime ? order : null;
      if (!isInTime) one.problem = "The time limit of the run ended before the second look at the order.";
    });
  }

  return { observe, lookAgain };
}

export type OrderWatch = ReturnType<typeof watchOrders>;
