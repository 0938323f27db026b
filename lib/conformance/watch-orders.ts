import type { KitCase } from "./cases/kit-case";
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

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Finds out whether the shop believes that an order is paid: from its status page, else from the page of a visit. */
export function watchOrders({ orderStatusUrl, words, settleMs, remainingMs }: Watched) {
  /** Waits before it looks, because a shop may work after its answer, as our docs recommend. */
  async function lookAt(address: string, { orders }: KitCase, { order, browser }: Customer): Promise<SeenOrder> {
    await pause(Math.min(settleMs, remainingMs()));
    const page = address.replaceAll("{order_id}", encodeURIComponent(order.orderId));
    return readStatusPage((await browser.open(page)).answer, words, orders !== "none");
  }

  function readAnswer({ of, answers }: SeenCase): SeenOrder | null {
    const last = answers.at(-1);
    return of.isSeenInAnswer !== false && last?.step.kind === "visit" ? readReturnPage(last.answer, words) : null;
  }

  /**
   * Looks at the order of cases that leave it in the same state. An order that must be paid has two looks to become so.
   */
  async function observe(cases: readonly SeenCase[], customer: Customer): Promise<void> {
    const watched = cases.filter(({ of }) => of.leaves !== null);
    const [one] = watched;
    if (!one) return;
    if (!orderStatusUrl) {
      for (const each of watched) each.order = readAnswer(each);
      return;
    }
    let order = await lookAt(orderStatusUrl, one.of, customer);
    if (one.of.leaves === "paid" && order.belief !== "paid") order = await lookAt(orderStatusUrl, one.of, customer);
    for (const each of watched) each.order = order;
  }

  return { observe };
}

export type OrderWatch = ReturnType<typeof watchOrders>;
