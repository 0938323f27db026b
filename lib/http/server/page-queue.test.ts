import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { PageQueue } from "./page-queue";

/** The part of a response that the queue sees. */
function newResponse() {
  const emitter = Object.assign(new EventEmitter(), { destroyed: false });
  const finish = () => emitter.emit("close");
  return { response: emitter as unknown as ServerResponse, emitter, finish };
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Lets pages enter, and notes those that may be rendered, in order. */
function enter(queue: PageQueue, names: readonly string[]) {
  const entered: string[] = [];
  const pages = names.map((name) => {
    const page = newResponse();
    const turn = queue.enter(page.response).then((mayRender) => {
      entered.push(mayRender ? name : `not ${name}`);
    });
    return { ...page, turn };
  });
  return { entered, pages };
}

it("renders two pages at a time, in the order of their arrival, and drops pages whose client has gone", async () => {
  const queue = new PageQueue();
  const { entered, pages } = enter(queue, ["a", "b", "c", "d", "e"]);
  await soon();
  expect(entered).toEqual(["a", "b"]);
  Object.assign(pages[2]?.emitter ?? {}, { destroyed: true });
  pages[1]?.finish();
  await soon();
  expect(entered).toEqual(["a", "b", "not c", "d"]);
});

it("lets other events pass after every two pages, even if a page is rendered without waiting for anything", async () => {
  const queue = new PageQueue();
  let rendered = 0;
  for (let count = 0; count < 12; count++) {
    const page = newResponse();
    const turn = queue.enter(page.response).then(() => {
      rendered += 1;
      page.finish();
    });
    // Sockets deliver their requests in one turn of the event loop, and each request's promises run at once.
    await Promise.race([turn, Promise.resolve().then(() => {})]);
  }
  const perTurn = [rendered];
  while (rendered < 12) {
    const before = rendered;
    await new Promise(setImmediate);
    perTurn.push(rendered - before);
  }
  expect(Math.max(...perTurn)).toBe(2);
});

it("starts no page while another request is served, but lets no page wait longer than 50 ms for it", async () => {
  const queue = new PageQueue();
  const payment = newResponse();
  queue.preferRequest(payment.response);
  const { entered } = enter(queue, ["a"]);
  await soon();
  expect(entered).toEqual([]);
  payment.finish();
  await soon();
  expect(entered).toEqual(["a"]);

  const busy = setInterval(() => queue.preferRequest(newResponse().response), 2);
  queue.preferRequest(newResponse().response);
  const start = performance.now();
  const next = enter(queue, ["b"]);
  await next.pages[0]?.turn;
  clearInterval(busy);
  expect(next.entered).toEqual(["b"]);
  expect(performance.now() - start).toBeGreaterThan(40);
});

it("refuses pages when 200 of them wait, and gives the place of a slow page to another one", async () => {
  const queue = new PageQueue();
  const { entered } = enter(
    queue,
    Array.from({ length: 203 }, (_, index) => String(index)),
  );
  await soon();
  expect(entered).toEqual(["0", "1", "not 202"]);
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(entered.slice(3)).toEqual(["2", "3"]);
});
