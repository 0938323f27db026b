import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { findFreePort, stopProcess } from "@/launch/processes";
import { newSlug } from "@/lib/kit/ids";
import { checkStatusWords, moneySentences } from "@/lib/reference/money-sentences";
import { call, type Reply } from "@/tests/support/http/client";
import {
  asBrowser,
  cardFields,
  chargesOf,
  minimalFields,
  newShop,
  openCheckout,
  visitBank,
} from "@/tests/support/http/payments";
import { base, startProcess } from "@/tests/support/http/product";

/** A web server whose connections to the database can be cut, and payers without JavaScript. */
const { databaseUrl, publicUrl, logsDir } = inject("product");
const approved = "4111111111111111";
const challenged = "4000000000003220";
let relay: Server;
let isCut = false;
const sockets = new Set<Socket>();
const started: Awaited<ReturnType<typeof startProcess>>[] = [];
let origin: string;
let accountNumber: string;

function cutDatabase(): void {
  isCut = true;
  for (const socket of sockets) socket.destroy();
}

beforeAll(async () => {
  const { hostname, port } = new URL(databaseUrl);
  relay = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) {
      sockets.add(socket.on("error", () => {}).on("close", () => sockets.delete(socket)));
    }
    if (isCut) cutDatabase();
    else client.pipe(server).pipe(client);
  });
  await new Promise<void>((done) => relay.listen(0, "127.0.0.1", done));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
  const env = { ...base(url.href, publicUrl), PORT: String(await findFreePort()), RATE_LIMIT_FACTOR: "10000" };
  started.push(await startProcess("scripts/web.ts", env, join(logsDir, "web-outage.log")));
  origin = `http://127.0.0.1:${env.PORT}`;
  ({ accountNumber } = await newShop());
});
afterAll(async () => {
  await Promise.all(started.map((child) => stopProcess(child, "SIGTERM", 10_000)));
  relay.close();
});

async function duringOutage(method: string, path: string, form?: Record<string, string>): Promise<Reply> {
  cutDatabase();
  try {
    return await call(origin, method, path, { ...(form && { form }), headers: asBrowser });
  } finally {
    isCut = false;
  }
}

/** The page says what is known, and leads to an address that a browser opens by GET. */
function expectConfirming({ status, headers, text }: Reply, address: string, language: "en" | "fr" = "en"): void {
  expect([status, headers["retry-after"], headers["content-type"]]).toEqual([503, "1", "text/html; charset=utf-8"]);
  expect(text).toContain(`<html lang="${language}">`);
  expect(text).toContain(moneySentences[language].payment.confirming);
  expect(text).toContain(`<a class="button" href="${address}">${checkStatusWords[language]}</a>`);
  expect(text).toContain(`<meta http-equiv="refresh" content="5; url=${address}">`);
  expect(text).not.toMatch(/<form|<script|4111|not charged/);
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src|nonce|unsafe/);
  // The checkout may be in the frame of a shop, which only the database knows.
  expect([policy.includes("frame-ancestors *"), headers["x-frame-options"]]).toEqual([true, undefined]);
  expect(headers["set-cookie"]).toBeUndefined();
}

describe("while the database is down, a payer without JavaScript", () => {
  it.each(["pay", "leave", "challenge/cancel"])(
    "who posts the form «%s» gets a page that leads back to the session, which is then as before",
    async (action) => {
      const { token, transactionId } = await openCheckout(accountNumber);
      const address = `/checkout/${token}`;
      expectConfirming(await duringOutage("POST", `${address}/${action}`, cardFields(approved)), address);
      const back = await call(origin, "GET", address, { headers: asBrowser });
      expect([back.status, back.text.includes('name="card_number"')]).toEqual([200, true]);
      expect(await chargesOf(transactionId)).toEqual([]);
    },
  );

  it("gets that page in the chosen language, and keeps the language", async () => {
    const { token } = await openCheckout(accountNumber);
    const reply = await duringOutage("POST", `/checkout/${token}/pay?lang=fr`, cardFields(approved));
    expectConfirming(reply, `/checkout/${token}?lang=fr`, "fr");
  });

  it("who opens or reloads the payment page gets that page, too", async () => {
    const { token } = await openCheckout(accountNumber);
    expectConfirming(await duringOutage("GET", `/checkout/${token}`), `/checkout/${token}`);
  });

  it("who opens the bank's page or comes back from the bank is led to the same address", async () => {
    const { token } = await openCheckout(accountNumber);
    await call(origin, "POST", `/checkout/${token}/pay`, { form: cardFields(challenged), headers: asBrowser });
    const { action, fields } = await visitBank(token);
    const bank = `/checkout/${token}/challenge`;
    expectConfirming(await duringOutage("GET", bank), bank);
    const { pathname } = new URL(action, origin);
    expectConfirming(await duringOutage("POST", pathname, fields), pathname);
    const back = await call(origin, "GET", pathname, { headers: asBrowser });
    expect([back.status, back.text.includes(`/checkout/${token}`)]).toEqual([200, true]);
  });

  it("who starts a payment or opens another page gets a page, not JSON", async () => {
    const fields = minimalFields(accountNumber) as Record<string, string>;
    for (const [method, path] of [
      ["POST", "/plugins/payments/request"],
      ["POST", `/pay/${newSlug()}`],
      ["GET", `/pay/${newSlug()}`],
    ] as const) {
      const { status, headers } = await duringOutage(method, path, method === "POST" ? fields : undefined);
      expect([path, status, headers["content-type"]]).toEqual([path, 503, "text/html; charset=utf-8"]);
    }
  });

  it("does not change the answers of the page's script, which stay JSON", async () => {
    const { token } = await openCheckout(accountNumber);
    cutDatabase();
    const reply = await call(origin, "POST", `/checkout/${token}/pay`, { json: cardFields(approved) });
    isCut = false;
    expect([reply.status, reply.body]).toEqual([503, { message: "Service Unavailable" }]);
  });
});
