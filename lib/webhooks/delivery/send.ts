import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { TLSSocket } from "node:tls";
import { second } from "@/lib/kit/clock";
import { guardedLookup, hostOf, isReachable, type Resolve } from "@/lib/webhooks/endpoints/targets";
import { sendErrors } from "./send-errors";

/** The outcome of one webhook request. Exactly one of `status` and `error` is set. */
export type Reply = {
  durationMs: number;
  status: number | null;
  response: string | null;
  error: string | null;
  retryAfter: string | undefined;
};

export type Send = (url: URL, headers: Record<string, string>, body: string) => Promise<Reply>;

const answerWithin = 15 * second;
const responseBytes = 1024;
const headersMax = 16 * 1024;
/** The maximum number of interim (1xx) responses before the final response. */
const interimMax = 10;
const { unreachable, tooSlow, broken } = sendErrors;

type SenderOptions = { resolve?: Resolve; mayBeLocal?: boolean; timeoutMs?: number };

/** Sends webhook requests to public addresses only. Keep-alive saves busy receivers a handshake per event. */
export function createSender(options: SenderOptions = {}): Send & { close(): void } {
  const { timeoutMs = answerWithin } = options;
  const caller = createGuardedCaller(options);
  const send: Send = async (url, headers, body) => {
    const { headers: _, ...reply } = await caller.call({ method: "POST", url, headers, body, timeoutMs });
    return reply;
  };
  return Object.assign(send, { close: caller.close });
}

type GuardedCall = {
  method: "GET" | "POST";
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
  timeoutMs: number;
  /** How much of the response is read. */
  bytesMax?: number;
};

/** Sends requests to public addresses only, and follows no redirects. */
export function createGuardedCaller({ resolve, mayBeLocal, timeoutMs = answerWithin }: SenderOptions = {}) {
  const agentOptions = { keepAlive: true, timeout: timeoutMs };
  const http = new HttpAgent(agentOptions);
  const https = new HttpsAgent(agentOptions);
  const lookup = guardedLookup(resolve, { mayBeLocal });
  return {
    async call(sent: GuardedCall): Promise<Reply & { headers: IncomingHttpHeaders }> {
      const { method, url, headers, body, bytesMax = responseBytes } = sent;
      const started = performance.now();
      const elapsedMs = () => Math.round(performance.now() - started);
      const host = hostOf(url);
      // IP addresses are checked here, because Node.js calls `lookup` only for host names.
      if (isIP(host) && !isReachable(host, { mayBeLocal })) return { ...failed(unreachable), durationMs: elapsedMs() };
      const isPlain = url.protocol === "http:";
      const requestOptions = {
        method,
        agent: isPlain ? http : https,
        lookup,
        headers: { ...headers, ...(method === "POST" && { "content-length": Buffer.byteLength(body) }) },
        maxHeaderSize: headersMax,
      };
      const call = isPlain ? httpRequest(url, requestOptions) : httpsRequest(url, requestOptions);
      const answer = await answerTo(call, body, { timeoutMs: sent.timeoutMs, bytesMax });
      return { ...answer, durationMs: elapsedMs() };
    },
    close() {
      http.destroy();
      https.destroy();
    },
  };
}

type Answer = Omit<Reply, "durationMs"> & { headers: IncomingHttpHeaders };
type AnswerLimits = { timeoutMs: number; bytesMax: number };

/** The status of a response counts as soon as it arrives, even if the body is cut off or times out. */
function answerTo(call: ClientRequest, body: string, { timeoutMs, bytesMax }: AnswerLimits): Promise<Answer> {
  return new Promise((resolve) => {
    let answer: Answer = failed(tooSlow);
    const parts: Buffer[] = [];
    let length = 0;
    // NUL characters are removed, because PostgreSQL text cannot contain them.
    const textSoFar = () => Buffer.concat(parts).subarray(0, bytesMax).toString("utf8").replaceAll("\0", "");
    const end = (final = answer) => {
      clearTimeout(timer);
      resolve(final.status === null ? final : { ...final, response: textSoFar() });
      call.destroy();
    };
    const timer = setTimeout(end, timeoutMs);
    let isConnected = false;
    let interim = 0;
    call.on("socket", (socket) => {
      const connected = () => {
        isConnected = true;
      };
      if (call.reusedSocket) connected();
      else socket.once(socket instanceof TLSSocket ? "secureConnect" : "connect", connected);
    });
    call.on("error", () => {
      if (answer.status === null) answer = failed(isConnected ? broken : unreachable);
      end();
    });
    call.on("information", () => {
      if (++interim > interimMax) end(failed(broken));
    });
    call.on("upgrade", ({ statusCode = 0 }, socket) => {
      socket.destroy();
      end({ ...failed(broken), error: null, status: statusCode, response: "" });
    });
    call.on("response", (response) => {
      answer = {
        status: response.statusCode ?? 0,
        response: "",
        error: null,
        retryAfter: response.headers["retry-after"],
        headers: response.headers,
      };
      response.on("data", (part: Buffer) => {
        parts.push(part);
        length += part.length;
        if (length >= bytesMax) end();
      });
      response.on("close", () => end());
    });
    call.end(body);
  });
}

const failed = (error: string): Answer => ({
  status: null,
  response: null,
  error,
  retryAfter: undefined,
  headers: {},
});
