import { expect, inject, it } from "vitest";
import { call } from "@/tests/support/http/client";

const { roomy } = inject("product");

it.each([
  ["/", ["/copy.js"]],
  ["/docs", ["/copy.js", "/docs.js"]],
  ["/docs/quick-start", ["/copy.js", "/docs.js"]],
  ["/docs/search?q=hash", ["/docs.js"]],
])("%s sends no script but those of its interactive parts, with the nonce of its policy", async (path, scripts) => {
  const { status, headers, text } = await call(roomy, "GET", path);
  const nonce = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1];
  const found = [...text.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
  expect(status).toBe(200);
  expect(found).toEqual(scripts.map((src) => `<script defer src="${src}" nonce="${nonce}">`));
  expect(text).toContain(`<style nonce="${nonce}">`);
});

it("unknown pages are one page, complete without scripts, with the nonce of each request's policy", async () => {
  const read = async (path: string) => {
    const { status, headers, text } = await call(roomy, "GET", path);
    const nonce = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1] ?? "none";
    expect([path, status, text.includes(`nonce="${nonce}"`)]).toEqual([path, 404, true]);
    return text.replaceAll(nonce, "…");
  };
  const page = await read("/docs/no-such-page");
  expect(page).toContain("We can’t find this page");
  expect(page).not.toContain("<script");
  for (const path of ["/nothing/here", "/docs/another", "/docs/reference/none/of/these/", "/docs/quick-start/x"]) {
    expect(await read(path)).toBe(page);
  }
});

it("the landing page shows a picture of the checkout without controls, a QR code, the prices, and the first request in each language, and no credentials but the docs do", async () => {
  const { text } = await call(roomy, "GET", "/");
  const [picture = ""] = /<figure.*?<\/figure>/s.exec(text) ?? [];
  expect(picture).toContain("The checkout page of Doubles &amp; Co.");
  expect(picture).toMatch(/Pay TTD.185\.41/);
  expect(picture).not.toMatch(/<(a|button)\b|<input(?![^>]* tabindex="-1")/i);
  const words = text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  expect(words).toContain("Trinidad and Tobago 3.5% + TTD 1.70");
  expect(words).toContain("Your first payment is one request away");
  for (const sample of ["account_number=1234567890", "def request_payment"]) expect(words).toContain(sample);
  expect(text).toContain('<img src="data:image/svg+xml,');
  expect(text).not.toContain("Sandbox-2026");
  expect((await call(roomy, "GET", "/docs/quick-start")).text).toContain("Sandbox-2026");
});
