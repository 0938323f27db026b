import { describe, expect, inject, it } from "vitest";
import { sandbox } from "@/lib/reference/sandbox";
import { call, freshAddress } from "@/tests/support/http/client";
import { openCheckout } from "@/tests/support/http/payments";

const { roomy, strict, production, metricsToken } = inject("product");
const path = "/csp-reports";
const type = { "content-type": "application/csp-report" };

const send = (report: unknown, headers: Record<string, string> = type) =>
  call(roomy, "POST", path, { raw: JSON.stringify(report), headers, as: freshAddress() });
const violation = (address: string, directive: string, more: object = {}) => ({
  "csp-report": { "document-uri": address, "effective-directive": directive, "blocked-uri": "inline", ...more },
});

async function countOf(page: string, directive: string): Promise<number> {
  const { text } = await call(roomy, "GET", "/metrics", { token: metricsToken });
  const sample = `tradewind_csp_reports_total{page="${page}",directive="${directive}"} `;
  const found = text.split("\n").find((line) => line.startsWith(sample));
  return Number(found?.slice(sample.length) ?? 0);
}

describe("a report of a violated Content-Security-Policy", () => {
  it("is counted by the kind of page and the directive", async () => {
    const { token } = await openCheckout(sandbox.merchant.accountNumber);
    const before = await countOf("checkout", "script-src-elem");
    const answer = await send(violation(`${roomy}/checkout/${token}?lang=fr`, "script-src-elem"));
    expect([answer.status, answer.body]).toEqual([200, { message: "OK" }]);
    expect(await countOf("checkout", "script-src-elem")).toBe(before + 1);
    const old = { "effective-directive": undefined, "violated-directive": "img-src 'self' data:" };
    expect((await send(violation(`${roomy}/dashboard/test`, "", old))).status).toBe(200);
    expect(await countOf("dashboard", "img-src")).toBeGreaterThan(0);
  });

  it("adds no label of its own: unknown pages and directives are counted as other", async () => {
    const pages = ["https://shop.example/checkout-of-ours/x", "about:blank", "not an address", `${roomy}/__proto__`];
    const before = await countOf("other", "other");
    for (const page of pages) expect((await send(violation(page, "made-up-src"))).status).toBe(200);
    expect(await countOf("other", "other")).toBe(before + pages.length);
    const { text } = await call(roomy, "GET", "/metrics", { token: metricsToken });
    expect(text).not.toContain("made-up");
    expect(text).not.toContain("shop.example");
  });

  it.each([
    ["without a body", "", type, 400],
    ["that is broken", "{", type, 400],
    ["without a report", "{}", type, 400],
    ["whose report is text", '{"csp-report":"x"}', type, 400],
    ["of another media type", "{}", { "content-type": "application/json" }, 415],
    ["of more than 64 KB", `{"csp-report":{"document-uri":"${"x".repeat(65_536)}"}}`, type, 413],
  ])("is refused %s", async (_what, raw, headers, status) => {
    const answer = await call(roomy, "POST", path, { raw, headers, as: freshAddress() });
    expect([answer.status, answer.body.message]).toEqual([status, expect.any(String)]);
  });

  it("is refused by other methods than POST, and above 60 a minute from one address", async () => {
    expect((await call(roomy, "GET", path)).status).toBe(405);
    const from = "127.0.31.1";
    const raw = JSON.stringify(violation(`${strict[0]}/`, "img-src"));
    const answers = await Promise.all(
      Array.from({ length: 63 }, () => call(strict[0], "POST", path, { raw, headers: type, from })),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  });
});

it.each(["/", "/docs/quick-start", "/dashboard/sign-in", "/demo", "/checkout/unknown", "/pay/unknown", "/nowhere"])(
  "the policy of %s names the address for reports",
  async (page) => {
    for (const origin of [roomy, production]) {
      const { headers } = await call(origin, "GET", page, { headers: { accept: "text/html" } });
      expect(String(headers["content-security-policy"])).toMatch(/; report-uri \/csp-reports$/);
    }
  },
);
