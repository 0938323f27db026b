import type { ServerResponse } from "node:http";

/** Pages rendered at the same time: one is rendered while the other one waits for the database. */
const renderingMax = 2;
/** Pages in the queue. At this length a page waits for some seconds, and further ones are refused. */
const waitingMax = 200;
/** A page that takes longer waits for the database or for a slow client, and no longer for the processor. */
const renderMs = 200;
/** A request that takes longer waits for the database or the gateway, and no longer for the processor. */
const requestMs = 20;
/** A page waits at most so long for other requests. Without a limit, a busy API would stop all pages. */
const patienceMs = 50;

type Waiting = { response: ServerResponse; since: number; leave: (mayRender: boolean) => void };

/**
 * Renders pages one after the other, and only while no other request needs the processor: rendering a page occupies the
 * process for longer than a payment takes. API requests and actions never wait here.
 */
export class PageQueue {
  private readonly waiting: Waiting[] = [];
  private rendering = 0;
  private requests = 0;
  private lastRequestAt = 0;
  /** After a page, until the events that arrived meanwhile were handled, so that requests among them come first. */
  private isPausing = false;
  private timer: NodeJS.Timeout | null = null;

  /** Lets pages wait for a request that is not a page. */
  preferRequest(response: ServerResponse): void {
    this.requests += 1;
    this.lastRequestAt = performance.now();
    response.once("close", () => {
      this.requests -= 1;
      if (this.requests === 0 && this.waiting.length > 0) this.pause();
    });
  }

  /** Resolves to true when the page may be rendered. False if too many pages wait, or if the client has gone. */
  enter(response: ServerResponse): Promise<boolean> {
    if (this.waiting.length >= waitingMax) return Promise.resolve(false);
    return new Promise((resolve) => {
      this.waiting.push({ response, since: performance.now(), leave: resolve });
      this.proceed();
    });
  }

  private proceed(): void {
    if (this.isPausing) return;
    for (let page = this.waiting[0]; page && this.rendering < renderingMax; page = this.waiting[0]) {
      const waitMs = this.waitOf(page);
      if (waitMs > 0) {
        this.proceedAfter(waitMs);
        return;
      }
      this.waiting.shift();
      const mayRender = !page.response.destroyed;
      if (mayRender) this.occupy(page.response);
      page.leave(mayRender);
    }
  }

  private waitOf({ since }: Waiting): number {
    if (this.requests === 0) return 0;
    return Math.ceil(Math.min(this.lastRequestAt + requestMs, since + patienceMs) - performance.now());
  }

  private pause(): void {
    if (this.isPausing) return;
    this.isPausing = true;
    setImmediate(() => {
      this.isPausing = false;
      this.proceed();
    });
  }

  private proceedAfter(waitMs: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.proceed();
    }, waitMs);
  }

  private occupy(response: ServerResponse): void {
    this.rendering += 1;
    const leave = () => {
      clearTimeout(deadline);
      response.off("close", leave);
      this.rendering -= 1;
      this.pause();
    };
    const deadline = setTimeout(leave, renderMs);
    response.once("close", leave);
  }
}
