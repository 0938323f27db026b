import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, inject, it } from "vitest";
import { kitCases } from "@/lib/conformance/run-kit";
import { sandbox } from "@/lib/reference/sandbox";
import { runScript } from "@/tests/support/http/launcher";

const { roomy } = inject("product");
const script = "scripts/conformance.ts";
const out = mkdtempSync(join(tmpdir(), "conformance-"));
afterAll(() => rmSync(out, { recursive: true }));

const { hashKey, signingSecret, webhookSecret, accountNumber } = sandbox.shop;
const env = {
  TRADEWIND_HASH_KEY: hashKey,
  TRADEWIND_SIGNING_SECRET: signingSecret,
  TRADEWIND_WEBHOOK_SECRET: webhookSecret,
};
const demo = [
  ...["--api", roomy, "--account", accountNumber, "--return-url", `${roomy}/demo/return`],
  ...["--order-status-url", `${roomy}/demo/orders/{order_id}`, "--webhook-url", `${roomy}/demo/webhook`],
  ...["--start-url", `${roomy}/demo/orders`],
];
const reportIn = (folder: string) => JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));

describe("npm run conformance", () => {
  it.each(["redirect", "form"])("reports no mistake of the demo shop, with orders placed by %s", async (way) => {
    const folder = join(out, way);
    const body = `quantity-pepper-sauce=1&currency=TTD&way=${way}`;
    const { exitCode, output } = await runScript(script, [...demo, "--start-body", body, "--out", folder], { env });
    expect(output).toContain(
      `Your integration is right. Of ${kitCases.length} cases: 0 wrong, ${kitCases.length} right.`,
    );
    expect(exitCode).toBe(0);
    expect(reportIn(folder).summary).toEqual({ failed: 0, advice: 0, not_seen: 0, passed: kitCases.length });
    const page = readFileSync(join(folder, "report.html"), "utf8");
    expect(page).toContain("<h1>Conformance report</h1>");
    for (const secret of Object.values(env)) expect(output + page).not.toContain(secret);
  });

  it("ends with one sentence that says why it cannot test", async () => {
    const cases: [string[], string][] = [
      [[], "--return-url is missing."],
      [["--return-url", "shop"], "--return-url must be an http or https address."],
      [["--return-url", roomy, "--webhook-url", roomy], "Set TRADEWIND_WEBHOOK_SECRET to the secret"],
      [["--return-url", roomy, "--order-status-url", roomy], "--order-status-url must contain {order_id}."],
      [["--return-url", roomy, "--order", "1:x:TTD"], "--order must be id:total:currency"],
      [["--return-url", "http://127.0.0.1:9/"], "Nothing answers at http://127.0.0.1:9/."],
    ];
    const runs = await Promise.all(cases.map(([args]) => runScript(script, args)));
    for (const [index, [, sentence]] of cases.entries()) {
      expect(runs[index]).toEqual({ exitCode: 1, output: expect.stringContaining(sentence) });
    }
  });
});
