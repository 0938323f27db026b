import type { TestOrder } from "./messages";
import { madeUpOrder, type PlacedOrder, placeOrder, type ReadCheckout, type StartOrder } from "./place-order";
import type { ShopBrowser } from "./shop-browser";

/** An order and the browser of the customer who placed it. */
export type Customer = { order: TestOrder; browser: ShopBrowser };

type Supply = {
  start: StartOrder | null;
  /** Orders that the caller placed by hand. */
  given: readonly TestOrder[];
  newBrowser: () => ShopBrowser;
  readCheckout: ReadCheckout;
};

/**
 * Gives each case an unpaid order. With a start URL, each order is new. A given order is used until a case may have
 * paid it. The second order of a case may be paid already, to spare the shop requests.
 */
export function openSupply({ start, given, newBrowser, readCheckout }: Supply) {
  const left = [...given];
  let taken: TestOrder[] = [];
  let paid: Customer | null = null;

  async function next(): Promise<PlacedOrder & { browser: ShopBrowser }> {
    const browser = newBrowser();
    if (start) return { browser, ...(await placeOrder(start, browser, readCheckout)) };
    const order = left.find((one) => !taken.includes(one));
    if (!order) return { browser, problem: noOrder(given.length) };
    taken.push(order);
    return { browser, order };
  }

  return {
    /** Takes the orders of one case. Without a second one, `other` is the same. */
    async take(count: 0 | 1 | 2): Promise<{ first: Customer; other: Customer } | { problem: string }> {
      taken = [];
      const first = count === 0 ? { order: madeUpOrder(), browser: newBrowser() } : await next();
      if ("problem" in first) return first;
      const other = count === 2 ? (start && paid) || (await next()) : first;
      if ("problem" in other) return other;
      const isAlike = first.order.total === other.order.total && first.order.currency === other.order.currency;
      return isAlike ? { first, other } : { problem: "This case needs two orders of the same total and currency." };
    },
    keepPaid(customer: Customer): void {
      paid = customer;
    },
    /** Withdraws the orders of the last case, because they may be paid now. */
    spend(): void {
      for (const order of taken) left.splice(left.indexOf(order), 1);
      taken = [];
    },
  };
}

const noOrder = (given: number): string =>
  given === 0
    ? "The kit had no order. Without a start URL, most cases are not seen."
    : "No unpaid order was left. Give the kit a start URL or more orders.";
