import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { TLSSocket } from "node:tls";
import { second } from "@/lib/kit/clock";
import { guardedLookup, hostOf, isReachable, type Resolve } from "@/lib/webhooks/endpoints/targets";

/** What came back of one request. Exactly one of `status` and `error` is there. */
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
/** Answers that only say that there will be one. Nobody needs many of them. */
const interimMax = 10;
/** One text for all that keeps us from connecting, so that nobody learns from it what there is inside. */
const unreachable = "The address cannot be reached.";
const tooSlow = "There was no answer within 15 seconds.";
const broken = "The connection was lost before there was an answer.";

type SenderOptions = { resolve?: Resolve; mayBeLocal?: boolean; timeoutMs?: number };

/** Sends to the internet only. Connections are kept for a while: a merchant with much to hear is not greeted each time. */
export function createSender(options: SenderOptions = {}): Send & { close(): void } {
  const { resolve, mayBeLocal, timeoutMs = answerWithin } = options;
  const kept = { keepAlive: true, timeout: timeoutMs };
  const http = new HttpAgent(kept);
  const https = new HttpsAgent(kept);
  const lookup = guardedLookup(resolve, mayBeLocal);
  const send: Send = async (url, headers, body) => {
    const started = performance.now();
    const took = () => Math.round(performance.now() - started);
    const host = hostOf(url);
    // A number is not looked up.
    if (isIP(host) && !isReachable(host, mayBeLocal)) return { ...failed(unreachable), durationMs: took() };
    const isPlain = url.protocol === "http:";
    const asked = {
      method: "POST",
      agent: isPlain ? http : https,
      lookup,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      maxHeaderSize: headersMax,
    };
    const call = isPlain ? httpRequest(url, asked) : httpsRequest(url, asked);
    const reply = await answerTo(call, body, timeoutMs);
    return { ...reply, durationMs: took() };
  };
  return Object.assign(send, {
    close() {
      http.destroy();
      https.destroy();
    },
  });
}

type Answer = Omit<Reply, "durationMs">;

/** The status counts once it is there, however long the rest of the answer takes. */
function answerTo(call: ClientRequest, body: string, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve) => {
    let answer: Answer = failed(tooSlow);
    const end = (ended = answer) => {
      clearTimeout(timer);
      resolve(ended);
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
      // A table keeps every character but this one.
      const told = () => Buffer.concat(parts).subarray(0, responseBytes).toString("utf8").replaceAll("\0", "");
      answer = {
        status: response.statusCode ?? 0,
        response: "",
        error: null,
        retryAfter: response.headers["retry-after"],
      };
      response.on("data", (part: Buffer) => {
        parts.push(part);
        length += part.length;
        answer = { ...answer, response: told() };
        if (length >= responseBytes) end();
      });
      response.on("close", () => end());
    });
    call.end(body);
  });
}

const failed = (error: string): Answer => ({ status: null, response: null, error, retryAfter: undefined });
