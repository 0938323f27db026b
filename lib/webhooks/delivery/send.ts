import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from "node:http";
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
  const { resolve, mayBeLocal, timeoutMs = answerWithin } = options;
  const agentOptions = { keepAlive: true, timeout: timeoutMs };
  const http = new HttpAgent(agentOptions);
  const https = new HttpsAgent(agentOptions);
  const lookup = guardedLookup(resolve, { mayBeLocal });
  const send: Send = async (url, headers, body) => {
    const started = performance.now();
    const elapsedMs = () => Math.round(performance.now() - started);
    const host = hostOf(url);
    // IP addresses are checked here, because Node.js calls `lookup` only for host names.
    if (isIP(host) && !isReachable(host, { mayBeLocal })) return { ...failed(unreachable), durationMs: elapsedMs() };
    const isPlain = url.protocol === "http:";
    const requestOptions = {
      method: "POST",
      agent: isPlain ? http : https,
      lookup,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      maxHeaderSize: headersMax,
    };
    const call = isPlain ? httpRequest(url, requestOptions) : httpsRequest(url, requestOptions);
    const reply = await answerTo(call, body, timeoutMs);
    return { ...reply, durationMs: elapsedMs() };
  };
  return Object.assign(send, {
    close() {
      http.destroy();
      https.destroy();
    },
  });
}

type Answer = Omit<Reply, "durationMs">;

/** The status of a response counts as soon as it arrives, even if the body is cut off or times out. */
function answerTo(call: ClientRequest, body: string, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve) => {
    let answer: Answer = failed(tooSlow);
    const end = (final = answer) => {
      clearTimeout(timer);
      resolve(final);
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
      const parts: Buffer[] = [];
      let length = 0;
      // NUL characters are removed, because PostgreSQL text cannot contain them.
      const textSoFar = () => Buffer.concat(parts).subarray(0, responseBytes).toString("utf8").replaceAll("\0", "");
      answer = {
        status: response.statusCode ?? 0,
        response: "",
        error: null,
        retryAfter: response.headers["retry-after"],
      };
      response.on("data", (part: Buffer) => {
        parts.push(part);
        length += part.length;
        answer = { ...answer, response: textSoFar() };
        if (length >= responseBytes) end();
      });
      response.on("close", () => end());
    });
    call.end(body);
  });
}

const failed = (error: string): Answer => ({ status: null, response: null, error, retryAfter: undefined });
