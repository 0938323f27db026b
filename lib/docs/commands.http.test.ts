import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { rawEnv } from "@/lib/kit/env";
import { sandbox } from "@/lib/reference/sandbox";
import { allScopes } from "@/lib/reference/scopes";
import { type Merchant, newKey, newMerchant } from "@/tests/support/http/accounts";
import { storeCard } from "@/tests/support/http/card-requests";
import { call } from "@/tests/support/http/client";
import { openCheckout, pay, tokenOf } from "@/tests/support/http/payments";
import { canRun, isRunnable } from "@/tests/support/http/programs";
import { endpointsToTry } from "@/tests/support/http/webhooks";
import { fund, localBank } from "@/tests/support/http/withdrawals";
import { drawCases } from "@/tests/support/in-process/seed";
import type { Sample } from "./markdown";
import { findDocsPage } from "./pages";
import { firstPayment } from "./samples";

/** Runs the shell commands of the docs unchanged against the running product, as developers copy them. */
const { roomy, production, publicUrl } = inject("product");
const execute = promisify(execFile);

const blocksOf = (address: string): string[] =>
  (findDocsPage(address)?.parts ?? [])
    .flatMap((part) => (part.kind === "code" ? part.samples : []))
    .filter(({ language, code }) => language === "Shell" && !code.startsWith("npm "))
    .map(({ code }) => code);

/** Makes a shell block stop at the first failed command or refused request, and print the answer. */
const strictly = 'set -eu; curl() { command curl -sS --fail-with-body "$@"; };';

async function runBlock(code: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await execute("bash", ["-c", `${strictly}\n${code}`], {
    env: { ...rawEnv(), ...env } as NodeJS.ProcessEnv,
  });
  return stdout;
}

/** The interpreters that run a program from an argument. */
const interpreters: Record<string, [string, ...string[]]> = {
  JavaScript: [process.execPath, "--input-type=module", "-e"],
  PHP: ["php", "-r"],
  Python: ["python3", "-c"],
};

async function runProgram(language: string, code: string, env: Record<string, string>): Promise<string> {
  const [program, ...args] = interpreters[language] ?? [""];
  const { stdout } = await execute(program, [...args, code.replace(/^<\?php\n/, "")], {
    env: { ...rawEnv(), ...env } as NodeJS.ProcessEnv,
  });
  return stdout;
}

describe.skipIf(!canRun("curl"))("the commands of", () => {
  let merchant: Merchant;
  let key: string;

  beforeAll(async () => {
    merchant = await newMerchant();
    ({ key } = await newKey(merchant, allScopes));
    await fund(merchant.accountNumber, 100_000n);
    await call(roomy, "POST", "/api/user/banks/local", { token: merchant.token, json: localBank });
  });

  const paid = async (): Promise<string> => {
    const { token, transactionId } = await openCheckout(merchant.accountNumber);
    await pay(token, "4111111111111111");
    return transactionId;
  };

  it("the landing page open a checkout", async () => {
    const [request] = firstPayment().samples;
    const { url, message, transaction_id } = JSON.parse(await runBlock(request?.code ?? ""));
    expect({ message, transaction_id }).toEqual({ message: "OK", transaction_id: expect.stringMatching(/^SB-/) });
    expect(url).toContain(`${publicUrl}/checkout/`);
  });

  it("the quick start lead from a payment request to a verified result and its record, with the hash of the redirect", async () => {
    const [asking = "", hashing = "", looking = ""] = blocksOf("/docs/quick-start");
    const { url, transaction_id } = JSON.parse(await runBlock(asking));
    const { body } = await pay(tokenOf(url), "4111111111111111");
    const redirect = new URL(body.result?.redirect ?? "");
    const { hash, ...result } = Object.fromEntries(redirect.searchParams);
    expect(result).toMatchObject({ status: "success", transaction_id, order_id: "MP-10482" });
    expect(Number(result.total)).toBeGreaterThan(1195.69);
    const response = await call(roomy, "GET", redirect.pathname + redirect.search);
    expect([redirect.origin, response.status]).toEqual([publicUrl, 200]);
    expect(response.text).toContain("<h1>Verified: paid</h1>");
    if (canRun("openssl", ["version"])) {
      expect(await runBlock(hashing, { TRANSACTION_ID: transaction_id })).toContain(hash);
    }
    expect(await runBlock(looking, { TRANSACTION_ID: transaction_id })).toContain(transaction_id);
  });

  const variables: Record<string, () => Promise<Record<string, string>>> = {
    "/docs/refunds": async () => ({ TRANSACTION_ID: await paid() }),
    "/docs/fees-and-withdrawals": async () => ({ TOKEN: merchant.token }),
    "/docs/trusted-cards": async () => {
      const { uuid, amount } = await storeCard(merchant);
      return { UUID: uuid, AMOUNT: amount };
    },
    "/docs/test-cards": async () => {
      const { token } = await openCheckout(merchant.accountNumber);
      return { SESSION: token, TRANSACTION_ID: await paid() };
    },
    "/docs/webhooks": async () => {
      const { kept, deliveries } = await endpointsToTry(merchant.accountNumber, 0);
      return { WEBHOOK_ID: kept, DELIVERY_ID: deliveries[0] ?? "", TRANSACTION_ID: await paid() };
    },
  };

  it.each(Object.keys(variables))("%s are all accepted", async (address) => {
    const env = { KEY: key, ...(await variables[address]?.()) };
    for (const block of blocksOf(address)) await runBlock(block, env);
  });

  it("no other page has commands", () => {
    const pages = ["/docs", "/docs/payment-request", "/docs/redirect-and-hash", "/docs/embedding", "/docs/errors"];
    expect(pages.flatMap(blocksOf)).toEqual([]);
  });
});

describe("the samples of", () => {
  let transactionId = "";
  beforeAll(async () => {
    const { token, transactionId: paid } = await openCheckout(sandbox.merchant.accountNumber);
    await pay(token, "4111111111111111");
    transactionId = paid;
  });

  const samplesOf = (address: string): Sample[] => {
    const page = findDocsPage(address);
    const [first] = (page?.parts ?? []).flatMap((part) => (part.kind === "code" ? [part.samples] : []));
    return page?.operation?.samples ?? first ?? [];
  };
  /** Prints the answer, which samples leave in a variable. */
  const printing: Record<string, string> = {
    JavaScript: "console.log(JSON.stringify(typeof answer === 'undefined' ? { url, transaction_id } : answer));",
    PHP: "echo json_encode($answer ?? ['url' => $url, 'transaction_id' => $transaction_id]);",
    Python: "print(json.dumps(answer))",
    Shell: "",
  };
  const reference = "/docs/reference";
  const cases = [
    ["/docs/quick-start", { url: expect.stringContaining("/checkout/") }],
    [`${reference}/hosted-checkout/request-payment`, { message: "OK" }],
    [`${reference}/hosted-checkout/list-states`, { "TT-POS": "Port of Spain" }],
    [`${reference}/transactions/list-transactions`, { message: "OK" }],
    [`${reference}/transactions/retrieve-transaction`, { message: "OK" }],
  ] as const;
  const tries = cases.flatMap(([address, answer]) =>
    samplesOf(address).map((sample) => [address, sample.language, sample, answer] as const),
  );

  it.each(drawCases(tries, 3).filter(([, , sample]) => sample.language === "Shell" || isRunnable(sample)))(
    "%s in %s gets an answer when it runs unchanged",
    async (_address, language, { code }, answer) => {
      const env = { KEY: sandbox.apiKey, TRANSACTION_ID: transactionId };
      const text = `${code}${printing[language]}`;
      const output = language === "Shell" ? await runBlock(text, env) : await runProgram(language, text, env);
      expect(JSON.parse(output)).toMatchObject(answer);
    },
  );
});

it("without public sandbox accounts, the docs name none, and show the public URL", async () => {
  const { status, text } = await call(production, "GET", "/docs/quick-start");
  expect(status).toBe(200);
  expect(text).toContain("https://pay.example.com/plugins/payments/request");
  expect(text).not.toMatch(/1234567890|svc_test_0|sandbox-signing-secret|Sandbox-2026/);
  // Uses `fetch` instead of the test helper `call`. `call` treats every value under `key` as a secret, but here `key`
  // holds the names of variables.
  const collection = await (await fetch(`${production}/docs/tradewind.postman_collection.json`)).json();
  expect(collection.variable).toContainEqual({ key: "base_url", value: "https://pay.example.com" });
  expect(collection.variable).toContainEqual({ key: "api_key", value: "" });
});

it("an unknown page of the docs is answered with 404", async () => {
  expect((await call(roomy, "GET", "/docs/decisions")).status).toBe(404);
  expect((await call(roomy, "GET", "/docs/reference/transactions/")).status).toBe(200);
});
