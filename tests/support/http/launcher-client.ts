import { Agent, request } from "node:http";
import { connect, createServer, type Server } from "node:net";
import { sandbox } from "@/lib/reference/sandbox";

/** What the launcher's tests ask of a running installation. */
type Credentials = { email: string; password: string };

const merchant: Credentials = { email: sandbox.merchant.email, password: sandbox.password };
const signInForm = (who: Credentials) => new URLSearchParams({ ...who, scopes: "svc-user-retrieve" }).toString();
const formType = { "content-type": "application/x-www-form-urlencoded" };

export async function statusOf(address: string): Promise<number> {
  const response = await fetch(address, { headers: { connection: "close" } });
  await response.text();
  return response.status;
}

export const isServing = (origin: string): Promise<boolean> =>
  statusOf(`${origin}/readyz`).then(
    (status) => status === 200,
    () => false,
  );

export async function signIn(origin: string, who: Credentials = merchant): Promise<string> {
  const response = await fetch(`${origin}/api/auth/tokens`, {
    method: "POST",
    headers: formType,
    body: signInForm(who),
  });
  const body = await response.json();
  if (response.status !== 200) throw new Error(`The sign-in answered ${response.status}: ${JSON.stringify(body)}`);
  return body.access_token;
}

/** A token is good while the session in the database and the keys in the data folder are those that made it. */
export async function isTokenGood(origin: string, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${origin}/api/user/api-keys`, { headers });
  await response.text();
  return response.status === 200;
}

export type HeldRequest = { finish(): Promise<{ status: number | undefined; text: string }> };

/** A sign-in that the server has begun to read and whose last byte is still to come. */
export async function holdBackSignIn(origin: string): Promise<HeldRequest> {
  const body = signInForm(merchant);
  const sent = request(`${origin}/api/auth/tokens`, {
    method: "POST",
    agent: new Agent({ keepAlive: true }),
    headers: { ...formType, "content-length": Buffer.byteLength(body), expect: "100-continue" },
  });
  const answer = new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    sent.once("error", reject);
    sent.once("response", (response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk));
      response.once("error", reject);
      response.once("end", () => resolve({ status: response.statusCode, text }));
    });
  });
  answer.catch(() => {});
  sent.flushHeaders();
  await Promise.race([new Promise((resolve) => sent.once("continue", resolve)), answer]);
  sent.write(body.slice(0, -1));
  return {
    finish() {
      sent.end(body.slice(-1));
      return answer;
    },
  };
}

export function isListening(origin: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** A connection on which nothing is ever said, as browsers open them in advance. */
export function connectSilently(origin: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
}

/** The first line of the answer to a request that asks for a web socket. */
export function askForUpgrade(origin: string): Promise<string> {
  const lines = ["GET /nowhere HTTP/1.1", "Host: localhost", "Connection: Upgrade", "Upgrade: websocket", "", ""];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("The connection was closed without an answer.")));
    socket.once("data", (chunk) => {
      resolve(String(chunk).split("\r\n")[0] ?? "");
      socket.destroy();
    });
    socket.write(lines.join("\r\n"));
  });
}

/** Takes a port; null where somebody else has it already. */
export function takePort(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

export const closeServer = (server: Server | null): Promise<void> =>
  new Promise((resolve) => (server ? server.close(() => resolve()) : resolve()));
