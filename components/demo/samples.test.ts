import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeSamples } from "./samples";

type Outcome = { value?: unknown; error?: string };
type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: Record<string, string> };

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "tradewind-samples-"));
const order = { id: "oid_123-aBc", total: "10.00", currency: "TTD", email: "ada@example.com" };
const stored = { ...order, transaction_id: "SB-12-1-oid_123-aBc-20210616024001" };
const success = {
  status: "success",
  transaction_id: stored.transaction_id,
  order_id: order.id,
  currency: "TTD",
  total: "12.05",
  hash: "3d34d20260f7433ceee277e9ed9166a3",
};

/** A payment service that accepts 10.00 and refuses everything else. */
let server: Server;
let received: Received | undefined;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    received = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body };
    const answer =
      body.total === "10.00"
        ? { url: "http://localhost/checkout/x", message: "OK", transaction_id: "SB-1" }
        : { url: "", message: "The total is too low.", transaction_id: "" };
    response.writeHead(answer.url ? 200 : 400, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  for (const { file, code } of codeSamples(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)) {
    writeFileSync(join(folder, file), code);
  }
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Calls one function of a sample in a process of its language; arguments and outcome travel as JSON. */
const languages = {
  JavaScript: {
    program: process.execPath,
    verify: "isPaid",
    request: "requestPayment",
    args: (name: string) => [
      "--input-type=module",
      "-e",
      `const sample = await import(${JSON.stringify(join(folder, "tradewind.mjs"))});
       try { console.log(JSON.stringify({ value: await sample.${name}(...JSON.parse(process.argv[1])) })); }
       catch (error) { console.log(JSON.stringify({ error: error.message })); }`,
    ],
  },
  Python: {
    program: "python3",
    verify: "is_paid",
    request: "request_payment",
    args: (name: string) => [
      "-c",
      `import json, sys
sys.path.insert(0, ${JSON.stringify(folder)})
import tradewind
try: print(json.dumps({"value": tradewind.${name}(*json.loads(sys.argv[1]))}))
except ValueError as error: print(json.dumps({"error": str(error)}))`,
    ],
  },
  PHP: {
    program: "php",
    verify: "is_paid",
    request: "request_payment",
    args: (name: string) => [
      "-r",
      `require ${JSON.stringify(join(folder, "tradewind.php"))};
       try { echo json_encode(['value' => ${name}(...json_decode($argv[1], true))]); }
       catch (RuntimeException $error) { echo json_encode(['error' => $error->getMessage()]); }`,
      "--",
    ],
  },
};

const isInstalled = (program: string) => !spawnSync(program, ["--version"]).error;

for (const [language, { program, verify, request, args }] of Object.entries(languages)) {
  const call = async (name: string, ...given: unknown[]): Promise<Outcome> => {
    const { stdout } = await run(program, [...args(name), JSON.stringify(given)]);
    return JSON.parse(stdout);
  };

  describe.skipIf(!isInstalled(program))(`the ${language} sample`, () => {
    it("believes the hash of the test vector, and the fee in the total does not matter", async () => {
      expect(await call(verify, success, stored)).toEqual({ value: true });
    });

    it.each([
      ["a failure with the hash of a success", { ...success, status: "failed" }, stored],
      ["no hash", { ...success, hash: undefined }, stored],
      ["a wrong hash", { ...success, hash: "3d34d20260f7433ceee277e9ed9166a4" }, stored],
      ["a shortened hash", { ...success, hash: "3d34" }, stored],
      ["a repeated hash", { ...success, hash: [success.hash, success.hash] }, stored],
      ["a hash that is not ASCII", { ...success, hash: "é".repeat(16) }, stored],
      ["another total in the shop's storage", success, { ...stored, total: "100.00" }],
      ["another currency", { ...success, currency: "USD" }, stored],
      ["the result of another order", { ...success, order_id: "other" }, stored],
      ["a transaction the shop did not ask for", success, { ...stored, transaction_id: "SB-2" }],
      ["an order without a transaction", { ...success, transaction_id: "" }, { ...stored, transaction_id: "" }],
      ["an order the shop does not know", success, null],
    ])("does not believe %s", async (_what, query, known) => {
      expect(await call(verify, query, known)).toEqual({ value: false });
    });

    it("asks for a payment and hands back where to go", async () => {
      const outcome = await call(request, order, "http://localhost/return");
      expect(outcome).toEqual({ value: { url: "http://localhost/checkout/x", transaction_id: "SB-1" } });
      expect(received).toMatchObject({ method: "POST", path: "/plugins/payments/request" });
      expect(received?.headers).toMatchObject({ "content-type": "application/json", accept: "application/json" });
      expect(received?.body).toEqual({
        account_number: "1234567890",
        country_code: "TT",
        currency: "TTD",
        environment: "sandbox",
        fee_structure: "customer_pay",
        method: "credit_card_co",
        order_id: order.id,
        origin: "my-shop",
        response_url: "http://localhost/return",
        total: "10.00",
        email: order.email,
      });
    });

    it("says why a request was refused", async () => {
      const outcome = await call(request, { ...order, total: "0.01" }, "http://localhost/return");
      expect(outcome).toEqual({ error: "The total is too low." });
    });
  });
}
