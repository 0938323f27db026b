import { later, second } from "@/lib/kit/clock";

export type ListedEvent = { id: string; event: string; occurred_at: string; data: Record<string, unknown> };
type Page = { data: ListedEvent[]; meta: { last_page: number } };

/** Asks the API for a page of events, and tells what time it is there. */
export type Ask = (query: Record<string, string>) => Promise<{ page: Page; at: Date }>;

/** Events are listed by when they happened, and one may be seen later than another that followed it: so far back we read again. */
const readAgainMs = 30 * second;
const pageSize = "100";

/** Every event from now on, once. The time is the API's own: the clock of this machine may be another. */
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
      // One may stand on two pages, where others came before it meanwhile.
      return [...new Map(fresh.map((event) => [event.id, event])).values()];
    },
  };
}
