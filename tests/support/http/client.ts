import { appendFileSync } from "node:fs";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { inject } from "vitest";

export type Reply = {
  status: number;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
  text: string;
};

export type CallOptions = {
  json?: unknown;
  form?: Record<string, string>;
  raw?: string | Uint8Array;
  headers?: Record<string, string | string[]>;
  token?: string;
  key?: string;
  /** The client's address as a trusted proxy would report it. */
  as?: string;
  /** The loopback address the connection really comes from. */
  from?: string;
  /** The request's target, sent to the letter. Without it the path is sent as a URL writes it. */
  target?: string;
};

const agents = new Map<string, Agent>();
const secretNames =
  /^(password|access_token|refresh_token|key|new_password|old_password|bank_account|beneficiary_account_number|id_number|secret)$/;

/** One real HTTP request. Secrets that pass are written down, so that the logs can be searched for them. */
export async function call(origin: string, method: string, path: string, options: CallOptions = {}): Promise<Reply> {
  const { json, form, raw, token, key, as, target, from = "127.0.0.1" } = options;
  const body = json !== undefined ? JSON.stringify(json) : form ? new URLSearchParams(form).toString() : raw;
  const headers: Record<string, string | string[]> = {
    accept: "application/json",
    ...(json !== undefined && { "content-type": "application/json" }),
    ...(form && { "content-type": "application/x-www-form-urlencoded" }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(key && { "x-svc-key": key }),
    ...(as && { "x-forwarded-for": as }),
    ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
    ...options.headers,
  };
  if (json !== undefined) noteSecrets(json);
  if (form) noteSecrets(form);
  const agent = agents.get(from) ?? new Agent({ keepAlive: true, localAddress: from, maxSockets: 60 });
  agents.set(from, agent);
  await hearOfClosed();

  return new Promise((resolve, reject) => {
    const sent = request(
      `${origin}${path}`,
      { method, headers, agent, ...(target && { path: target }) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          const isJson = response.headers["content-type"]?.includes("application/json");
          const parsed = isJson && text ? JSON.parse(text) : null;
          noteSecrets(parsed);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parsed, text });
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/**
 * After a while of hard work, the connections that the server closed meanwhile are noticed before one is used again.
 */
async function hearOfClosed(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Notes secrets, because the end of a run searches its logs for them. A run without a product searches nothing. */
function noteSecrets(value: unknown): void {
  const file: string | undefined = inject("product")?.secretsFile;
  if (typeof value !== "object" || value === null || file === undefined) return;
  for (const [name, content] of Object.entries(value)) {
    if (typeof content === "string" && content.length >= 8 && secretNames.test(name)) {
      appendFileSync(file, `${content}\n`);
    } else noteSecrets(content);
  }
}

let lastAddress = 0;

/** A client address that is unique in this run. */
export function freshAddress(): string {
  lastAddress += 1;
  return `10.${process.pid % 250}.${Math.floor(lastAddress / 250)}.${(lastAddress % 250) + 1}`;
}

/** Bytes as they are, for what no client would send, and what came back. */
export function sendRaw(origin: string, text: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on("data", (chunk) => (received += chunk));
    socket.on("end", () => resolve(received));
    socket.on("error", reject);
  });
}
