import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { paymentRequestBody } from "@/lib/checkout/contract";
import { requestSignatureOf } from "@/lib/checkout/request/request-signature";
import { parseUrlEncoded } from "@/lib/http/body/form";
import { parseJsonObject } from "@/lib/http/body/json";
import { rawEnv } from "@/lib/kit/env";
import { cardVectors } from "./card-vectors";
import { phpClasses } from "./php-classes";
import { pythonTypes } from "./python-types";
import { redirectVectors } from "./redirect-vectors";
import { requestVectors } from "./request-vectors";
import { typescriptTypes } from "./typescript-types";
import { webhookVectors } from "./webhook-vectors";

/** The files in sdk/ that the product's own code generates. `UPDATE_LIBRARIES=1` writes them again. */
const isWriting = rawEnv().UPDATE_LIBRARIES === "1";

function expectGenerated(file: string, text: string): void {
  const formatted = /\.(ts|json)$/.test(file) ? format(file, text) : text;
  if (isWriting) writeFileSync(file, formatted);
  expect(readFileSync(file, "utf8")).toBe(formatted);
}

const format = (file: string, text: string): string =>
  spawnSync("node_modules/.bin/biome", ["format", `--stdin-file-path=${file}`], { input: text }).stdout.toString();

const redirects = redirectVectors();
const cards = cardVectors();
const requests = requestVectors();

it("the types of the libraries are those of the contracts", () => {
  const { requests: sent, records } = typescriptTypes();
  expectGenerated("sdk/typescript/src/requests.ts", sent);
  expectGenerated("sdk/typescript/src/records.ts", records);
  expectGenerated("sdk/python/tradewind/contract.py", pythonTypes());
  for (const [name, text] of Object.entries(phpClasses())) expectGenerated(`sdk/php/src/${name}.php`, text);
});

it("the vectors are what the product computes, at least 60, with unique names", () => {
  const vectors = {
    redirects: redirects.map(({ vector }) => vector),
    card_redirects: cards.map(({ vector }) => vector),
    webhooks: webhookVectors(),
    payment_requests: requests,
  };
  expectGenerated("sdk/vectors.json", JSON.stringify(vectors));
  const names = Object.entries(vectors).flatMap(([kind, cases]) => cases.map(({ name }) => `${kind}: ${name}`));
  expect(names.length).toBeGreaterThanOrEqual(60);
  expect(new Set(names).size).toBe(names.length);
});

it.each([...redirects, ...cards].map(({ vector, isGenuine }) => [vector.name, vector, isGenuine] as const))(
  "the product agrees about the redirect of %s",
  (_name, { expected }, isGenuine) => {
    const isProven = "is_refused" in expected && !expected.is_refused;
    expect(isGenuine).toBe(isProven);
  },
);

it.each(requests.map((vector) => [vector.name, vector] as const))(
  "the product accepts the payment request of %s as JSON and as a form, and with its signature",
  (_name, { expected, signing_secret: secret }) => {
    const { fields } = expected;
    if (!fields) return;
    for (const read of [parseJsonObject(JSON.stringify(fields)), parseUrlEncoded(`${new URLSearchParams(fields)}`)]) {
      const texts = read as Record<string, string>;
      expect(texts).toEqual(fields);
      if (secret !== null) expect(texts.request_signature).toBe(requestSignatureOf(texts, secret));
      const filled = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ""));
      expect(paymentRequestBody.safeParse(filled).error?.issues).toBeUndefined();
    }
  },
);
