import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, inject, it } from "vitest";
import { kitCases } from "@/lib/conformance/run-kit";
import { findDocsPage } from "@/lib/docs/pages";
import { sandbox } from "@/lib/reference/sandbox";
import { runScript } from "@/tests/support/http/launcher";
import { drawCases } from "@/tests/support/in-process/seed";

const { roomy } = inject("product");
const script = "scripts/conformance.ts";
const out = mkdtempSync(join(tmpdir(), "conformance-"));
afterAll(() => rmSync(out, { recursive: true }));

const { hashKey, signingSecret, webhookSecret, accountNumber } = sandbox.shop;
const secrets = [hashKey, signingSecret, webhookSecret];

/** Every case passed, and neither the output nor a report contains a secret. */
function expectRight({ exitCode, output }: { exitCode: number | null; output: string }): void {
  const count = kitCases.length;
  expect(output).toContain(`Your integration is right. Of ${count} cases: 0 wrong, ${count} right.`);
  expect(exitCode).toBe(0);
  const page = readFileSync(join(out, "report.html"), "utf8");
  const report = JSON.parse(readFileSync(join(out, "report.json"), "utf8"));
  expect(report.summary).toEqual({ failed: 0, advice: 0, not_seen: 0, passed: count });
  expect(page).toContain("<h1>Conformance report</h1>");
  for (const secret of secrets) expect(output + page + JSON.stringify(report)).not.toContain(secret);
}

describe("npm run conformance", () => {
  it("reports no mistake of the demo shop", async () => {
    expectRight(await runScript(script, ["--demo", "--api", roomy, "--out", out]));
  });

  it("fails if it did not see everything", async () => {
    const addresses = [
      ...["--return-url", `${roomy}/demo/return`],
      ...["--order-status-url", `${roomy}/demo/orders/{order_id}`],
    ];
    const { exitCode, output } = await runScript(script, [...addresses, "--out", out]);
    expect(output).toContain("The kit found no mistake, but it did not see everything.");
    expect(exitCode).toBe(1);
  });

  it.runIf(inject("isDeep"))(
    "reports no mistake of the demo shop whose browser posts the payment request",
    async () => {
      const env = {
        TRADEWIND_HASH_KEY: hashKey,
        TRADEWIND_SIGNING_SECRET: signingSecret,
        TRADEWIND_WEBHOOK_SECRET: webhookSecret,
      };
      const args = [
        ...["--api", roomy, "--account", accountNumber, "--return-url", `${roomy}/demo/return`, "--out", out],
        ...["--order-status-url", `${roomy}/demo/orders/{order_id}`, "--webhook-url", `${roomy}/demo/webhook`],
        ...["--start-url", `${roomy}/demo/orders`, "--start-body", "quantity-pepper-sauce=1&way=form"],
      ];
      expectRight(await runScript(script, args, { env }));
    },
  );

  it("ends with one sentence that says why it cannot test, and explains every option of the guide", async () => {
    const cases: [string[], string][] = [
      [[], "--return-url is missing."],
      ...drawCases<[string[], string]>(
        [
          [["--return-url", "shop"], "--return-url must be an http or https address."],
          [["--return-url", roomy, "--webhook-url", roomy], "Set TRADEWIND_WEBHOOK_SECRET to the secret"],
          [["--return-url", "http://127.0.0.1:9/"], "Nothing answers at http://127.0.0.1:9/."],
        ],
        3,
      ),
    ];
    const runs = await Promise.all(cases.map(([args]) => runScript(script, args)));
    for (const [index, [, sentence]] of cases.entries()) {
      expect(runs[index]).toEqual({ exitCode: 1, output: expect.stringContaining(sentence) });
    }
    const guide = JSON.stringify(findDocsPage("/docs/testing-your-integration")?.parts);
    const named = [...new Set(guide.match(/--[a-z]+(-[a-z]+)*/g))];
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((option) => !runs[0]?.output.includes(option))).toEqual([]);
  });
});
