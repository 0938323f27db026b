import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { isOutageRecent } from "@/lib/db/outage";
import { processWide } from "@/lib/kit/process-wide";

/**
 * Lets a page set the status of its answer. Next.js has no function for that except `notFound()`, whose page is drawn
 * only in the browser, so that it is blank without JavaScript.
 */
const answering = processWide("page answer", () => new AsyncLocalStorage<ServerResponse>());

/** Renders a page that may call `setPageStatus`. */
export const withPageStatus = (response: ServerResponse, render: () => Promise<void>): Promise<void> =>
  answering.run(response, render);

/** Sets the status of the page that is being rendered. Call it before the page is complete. */
export function setPageStatus(status: number): void {
  const response = answering.getStore();
  if (response) response.statusCode = status;
}

/** Next.js answers 500 if a page throws. During an outage of the database, the answer becomes a 503. */
export function answer503InOutage(response: ServerResponse): void {
  let status = response.statusCode;
  Object.defineProperty(response, "statusCode", {
    get: () => status,
    set(given: number) {
      const isOutage = given === 500 && !response.headersSent && isOutageRecent();
      status = isOutage ? 503 : given;
      if (isOutage) response.setHeader("retry-after", "1");
    },
  });
}
