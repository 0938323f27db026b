import { expect, it } from "vitest";
import { watchSecrets } from "./known-secrets";
import type { RawAnswer } from "./shop-browser";

const secrets = { hashKey: "a-hash-key-of-a-shop", signingSecret: "a-signing-secret" };
const webhookSecret = "whsec_c2VjcmV0/b2Zh/c2hvcA==";
const answer: RawAnswer = {
  ...{ status: 500, error: null, contentType: "text/html", text: "", location: null, cookies: [], proof: null },
  durationMs: 1,
};

/** What the kit finds in one answer, and the text of it that a report may show. */
async function findIn(change: Partial<RawAnswer>, known = secrets) {
  const watch = watchSecrets({ secrets: known, webhookSecret });
  const url = new URL("https://shop.example/return?status=failed");
  const request = { method: "GET", url, headers: {}, body: "", timeoutMs: 1 } as const;
  const { text } = await watch.watching(async () => ({ ...answer, ...change }))(request);
  return { text, wrong: watch.finding().wrong };
}
const sentence = (name: string) => `The answer of https://shop.example/return contains the ${name}.`;

it.each<[string, Partial<RawAnswer>, string]>([
  ["the hash key in a page", { text: "key=a-hash-key-of-a-shop" }, "hash key"],
  ["the signing secret in a redirect", { location: "/?secret=a-signing-secret" }, "signing secret"],
  ["the signing secret in a cookie", { cookies: ["debug=a-signing-secret"] }, "signing secret"],
  ["the webhook secret without its prefix", { text: "c2VjcmV0/b2Zh/c2hvcA==" }, "webhook secret"],
  ["the webhook secret in JSON of PHP", { text: '"whsec_c2VjcmV0\\/b2Zh\\/c2hvcA=="' }, "webhook secret"],
])("finds %s, and takes it out of the text", async (_what, change, name) => {
  const { text, wrong } = await findIn(change);
  expect(wrong).toEqual([sentence(name)]);
  expect(text).not.toMatch(/a-hash-key|a-signing|c2VjcmV0/);
});

it("finds nothing in a page without secrets, nor a key that is short enough to be there by chance", async () => {
  expect((await findIn({ text: "Your order is not paid." })).wrong).toEqual([]);
  const short = { hashKey: "123", signingSecret: "" };
  expect(await findIn({ text: "Order 1234" }, short)).toEqual({ text: "Order 1234", wrong: [] });
});
