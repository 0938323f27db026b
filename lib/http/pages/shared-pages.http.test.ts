import { expect, inject, it } from "vitest";
import { call } from "@/tests/support/http/client";

const { roomy } = inject("product");

it.each([
  ["/", ["/copy.js"]],
  ["/docs", ["/docs.js"]],
  ["/docs/quick-start", ["/copy.js", "/docs.js"]],
  ["/docs/search?q=hash", ["/docs.js"]],
])("%s sends no script but those of its interactive parts, with the nonce of its policy", async (path, scripts) => {
  const { status, headers, text } = await call(roomy, "GET", path);
  const nonce = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1];
  const found = [...text.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
  expect(status).toBe(200);
  expect(found).toEqual(scripts.map((src) => `<script src="${src}" nonce="${nonce}" async>`));
  expect(text).toContain(`nonce="${nonce}" data-precedence`);
});
