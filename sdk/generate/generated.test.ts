import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { paymentRequestBody } from "@/lib/checkout/contract";
import { requestSignatureOf } from "@/lib/checkout/request/request-signature";
import { parseUrlEncoded } from "@/lib/http/body/form";
import { parseJsonObject } from "@/lib/http/body/json";
import { rawEnv } from "@/lib/kit/env";
import { contractTypes } from "./contract-types";
import { redirectVectors } from "./redirect-vectors";
import { requestVectors } from "./request-vectors";
import { webhookVectors } from "./webhook-vectors";

/** The files in sdk/ that the product's own code generates. `UPDATE_LIBRARIES=1` writes them again. */
const isWriting = rawEnv().UPDATE_LIBRARIES === "1";

function expectGenerated(file: string, text: string): void {
  const { stdout } = spawnSync("node_modules/.bin/biome", ["format", `--stdin-file-path=${file}`], { input: text });
  const formatted = stdout.toString();
  if (isWriting) writeFileSync(file, formatted);
  expect(readFileSync(file, "utf8")).toBe(formatted);
}

const redirects = redirectVectors();
const requests = requestVectors();

it("the types of the TypeScript library are those of the contracts", () => {
  expectGenerated("sdk/typescript/src/contract.ts", contractTypes());
});

it("the vectors are what the product computes, at least 60, with unique names", () => {
  const vectors = {
    redirects: redirects.map(({ vector }) => vector),
    webhooks: webhookVectors(),
    payment_requests: requests,
  };
  expectGenerated("sdk/vectors.json", JSON.stringify(vectors));
  const names = Object.entries(vectors).flatMap(([kind, cases]) => cases.map(({ name }) => `${kind}: ${name}`));
  expect(names.length).toBeGreaterThanOrEqual(60);
  expect(new Set(names).size).toBe(names.length);
});

it.each(redirects.map(({ vector, isGenuine }) => [vector.name, vector, isGenuine] as const))(
  "the product agrees about the redirect of %s",
  (_name, { expected }, isGenuine) => {
    expect(isGenuine).toBe(!("error" in expected));
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
