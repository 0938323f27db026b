import type { IncomingHttpHeaders } from "node:http";
import type { Answer } from "./answers";

export type WireRequest = {
  endpoint: string;
  /** The named parts of the path. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
};

/** A received request. `work` does what it asks for, and a fault can prevent or postpone it. */
export type Prepared = {
  transactionIdentifier: string | null;
  work: () => Answer;
  /** Called when the client gets the answer. */
  answered?: () => void;
  /** Called when the connection is over. */
  ended?: () => void;
};

/** A request whose answer does not depend on the time of the work. */
export const fixedAnswer = (answer: Answer): Prepared => ({ transactionIdentifier: null, work: () => answer });

export const headerText = (headers: IncomingHttpHeaders, name: string): string => String(headers[name] ?? "");
