import { expect, inject, it } from "vitest";
import { call } from "@/tests/support/http/client";

const { strict } = inject("product");
const from = "127.0.7.77";

it("the 301st page of an address in a minute is a page that says when to retry, and the API still answers", async () => {
  const open = (path: string) => call(strict[0], "GET", path, { from });
  for (let pages = 0; pages < 300; pages += 20) {
    const opened = await Promise.all(Array.from({ length: 20 }, () => open("/")));
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]));
  }
  const { status, headers, text } = await open("/docs");
  const seconds = Number(headers["retry-after"]);
  expect(status).toBe(429);
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(seconds).toBeGreaterThan(0);
  expect(text).toContain(`You can open this page again in ${seconds} second`);
  expect((await open("/icon.svg")).status).toBe(200);
  expect((await open("/plugins/get/currencies")).status).toBe(200);
  expect((await open("/checkout/none/state")).status).toBe(404);
  expect((await open("/checkout/none")).status).toBe(404);
});
