import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/kit/errors";

/** What follows such a request may not be a request for the proxy before us. */
const headers = { connection: "close" };

/**
 * Why a request that Node.js accepts is refused: another reader could understand it differently, or expects more of us.
 */
export function protocolProblem(request: IncomingMessage): AppError | null {
  // Node.js itself refuses the other versions.
  if (request.httpVersion === "0.9") {
    return new AppError("invalid", "The version of HTTP must be 1.0 or 1.1.", { headers });
  }
  // Node.js would keep the first.
  if (countHeader(request, "host") > 1) {
    return new AppError("invalid", "The Host header must be sent once.", { headers });
  }
  return hasUnknownExpectation(request)
    ? new AppError("expectation_failed", "The Expect header must be 100-continue.", { headers })
    : null;
}

/** HTTP/1.0 has no expectations, so they are ignored. */
const hasUnknownExpectation = ({ httpVersion, headers: { expect } }: IncomingMessage): boolean =>
  httpVersion === "1.1" && expect !== undefined && expect.toLowerCase() !== "100-continue";

export const countHeader = ({ rawHeaders }: IncomingMessage, name: string): number =>
  rawHeaders.filter((entry, index) => index % 2 === 0 && entry.toLowerCase() === name).length;
