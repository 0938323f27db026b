import { beforeEach, expect, it } from "vitest";
import { later, second } from "@/lib/kit/clock";
import { type Ask, type ListedEvent, openFeed } from "./event-feed";

/** A fake API for these tests. Its clock always shows `start`, and `events` are the events that it lists so far. */
const start = new Date("2031-04-05T06:07:08Z");
let events: ListedEvent[];
beforeEach(() => {
  events = [];
});
const happens = (id: string, seconds: number) => {
  const occurred_at = later(seconds * second, start).toISOString();
  events.push({ id, event: "payment.success", occurred_at, data: {} });
  events.sort((one, other) => one.occurred_at.localeCompare(other.occurred_at));
};
const ask: Ask = async ({ since = "", page = "1", page_size }) => {
  const [size, listed] = [Number(page_size), events.filter(({ occurred_at }) => occurred_at >= since)];
  const data = listed.slice((Number(page) - 1) * size, Number(page) * size);
  return { page: { data, meta: { last_page: Math.max(1, Math.ceil(listed.length / size)) } }, at: start };
};
const idsOf = (found: ListedEvent[]) => found.map(({ id }) => id);

it("yields every event since it was opened, once and in order, over any number of pages", async () => {
  happens("before", -5);
  const feed = await openFeed(ask);
  expect(await feed.next()).toEqual([]);
  const ids = Array.from({ length: 250 }, (_, turn) => `event ${turn}`);
  for (const [turn, id] of ids.entries()) happens(id, turn / 10);
  expect(idsOf(await feed.next())).toEqual(ids);
  expect(await feed.next()).toEqual([]);
  happens("last", 3600);
  expect(idsOf(await feed.next())).toEqual(["last"]);
});

it("yields an event that becomes visible after a later one", async () => {
  const feed = await openFeed(ask);
  happens("second", 20);
  expect(idsOf(await feed.next())).toEqual(["second"]);
  happens("first", -9);
  expect(idsOf(await feed.next())).toEqual(["first"]);
  happens("third", 21);
  expect(idsOf(await feed.next())).toEqual(["third"]);
  expect(await feed.next()).toEqual([]);
});
