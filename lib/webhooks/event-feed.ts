import { later, second } from "@/lib/kit/clock";

export type ListedEvent = { id: string; event: string; occurred_at: string; data: Record<string, unknown> };
type Page = { data: ListedEvent[]; meta: { last_page: number } };

/** Requests a page of events from the API. `at` is the time on the API's clock. */
export type Ask = (query: Record<string, string>) => Promise<{ page: Page; at: Date }>;

/** How far each read goes back. Events are listed by time, and an event may become visible after a later one. */
const readAgainMs = 30 * second;
const pageSize = "100";

/** Yields each new event once. It uses the API's clock, because this machine's clock may differ. */
export async function openFeed(ask: Ask) {
  let latest = (await ask({ page_size: "1" })).at;
  let known = new Set((await readAll()).map(({ id }) => id));

  async function readAll(): Promise<ListedEvent[]> {
    const since = later(-readAgainMs, latest).toISOString();
    const events: ListedEvent[] = [];
    for (let number = 1, last = 1; number <= last; number++) {
      const { page } = await ask({ since, page: String(number), page_size: pageSize });
      events.push(...page.data);
      last = page.meta.last_page;
    }
    return events;
  }

  return {
    async next(): Promise<ListedEvent[]> {
      const events = await readAll();
      const fresh = events.filter(({ id }) => !known.has(id));
      known = new Set(events.map(({ id }) => id));
      const newest = events.at(-1);
      if (newest && new Date(newest.occurred_at) > latest) latest = new Date(newest.occurred_at);
      // Remove duplicates: an event appears on two pages if events before it became visible between the two requests.
      return [...new Map(fresh.map((event) => [event.id, event])).values()];
    },
  };
}
