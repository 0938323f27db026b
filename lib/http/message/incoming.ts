/**
 * The part of a request that the pipeline reads. It is built from a `Request` of Next.js or from a message of
 * `node:http`. A `Request` for each message would cost more than most use-cases.
 */
export type IncomingRequest = {
  method: string;
  /** The path, without the query. */
  path: string;
  /** The query with its question mark, or an empty string. */
  search: string;
  headers: RequestHeaders;
  /** Passes the body on in pieces. Rejects if the connection ends before the body does. */
  readBody(take: TakeChunk): Promise<void>;
};

/** `Headers` has these functions, too. Names are in lower case. */
export type RequestHeaders = {
  get(name: string): string | null;
  has(name: string): boolean;
  keys(): Iterable<string>;
};

/** Returns false if no more of the body is needed. */
export type TakeChunk = (chunk: Uint8Array) => boolean;

export function fromRequest(request: Request): IncomingRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    search,
    headers: request.headers,
    async readBody(take) {
      const reader = request.body?.getReader();
      let next = await reader?.read();
      while (next && !next.done && take(next.value)) next = await reader?.read();
    },
  };
}
