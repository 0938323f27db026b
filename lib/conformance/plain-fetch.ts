import { type FetchOnce, type RawAnswer, readBytesMax } from "./shop-browser";

/** Requests of the command, which a developer runs: to any address, also inside the own network. */
export const plainFetch: FetchOnce = async ({ method, url, headers, body, timeoutMs }) => {
  const started = performance.now();
  const elapsedMs = () => Math.round(performance.now() - started);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      ...{ method, headers: { ...headers }, redirect: "manual", signal },
      ...(method === "POST" && { body }),
    });
    return {
      ...noAnswer,
      status: response.status,
      error: null,
      text: await readText(response),
      contentType: response.headers.get("content-type") ?? "",
      location: response.headers.get("location"),
      cookies: response.headers.getSetCookie(),
      durationMs: elapsedMs(),
    };
  } catch {
    const error = signal.aborted ? tooSlow(timeoutMs) : "The address cannot be reached, or the connection was lost.";
    return { ...noAnswer, error, durationMs: elapsedMs() };
  }
};

export const tooSlow = (timeoutMs: number): string =>
  `There was no answer within ${Math.round(timeoutMs / 100) / 10} seconds.`;

const noAnswer: RawAnswer = {
  status: null,
  error: null,
  text: "",
  contentType: "",
  location: null,
  cookies: [],
  proof: null,
  durationMs: 0,
};

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    length += part.length;
    if (length >= readBytesMax) break;
  }
  return Buffer.concat(parts).subarray(0, readBytesMax).toString("utf8");
}
