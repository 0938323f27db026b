import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findDocsPage } from "@/lib/docs/pages";
import { later, minute, now } from "@/lib/kit/clock";
import { eventNames } from "@/lib/reference/events";
import { secondHeaders } from "@/lib/webhooks/endpoints/second-signature";
import { newSecret, signedHeaders, timestampOf } from "@/lib/webhooks/signature";
import { canRun, isRunnable, newWorkshop } from "@/tests/support/http/programs";

/** Runs the code samples of docs/guides/webhooks.md unchanged, as merchants copy them. */
const text = readFileSync("docs/guides/webhooks.md", "utf8");
const { folder, run } = newWorkshop();

/** For each language, a command that succeeds if the Standard Webhooks library is installed. */
const libraries: Record<string, [string, string[]]> = {
  JavaScript: [process.execPath, ["--input-type=module", "-e", 'await import("standardwebhooks")']],
  PHP: ["php", ["-r", "exit(is_file('vendor/autoload.php') ? 0 : 1);"]],
  Python: ["python3", ["-c", "import standardwebhooks"]],
};

const body = JSON.stringify({ id: "evt_1", event: "payment.success", data: { customer_name: "Zoë 🐚" } });
const [secret, former, foreign] = [newSecret(), newSecret(), newSecret()];
const headersAt = (at: Date, ...secrets: string[]) => signedHeaders({ id: "evt_1", at, body }, secrets);
const good = headersAt(now(), secret);
const requests: [string, boolean, string, Record<string, string>][] = [
  ["what is ours", true, body, good],
  ["what is signed with two secrets", true, body, headersAt(now(), secret, former)],
  ["what is signed with this secret as the former one", true, body, headersAt(now(), former, secret)],
  ["another secret", false, body, headersAt(now(), foreign)],
  ["another body", false, body.replace("success", "refused"), good],
  ["another id", false, body, { ...good, "webhook-id": "evt_2" }],
  ["another time", false, body, { ...good, "webhook-timestamp": String(Number(good["webhook-timestamp"]) + 1) }],
  ["what is six minutes old", false, body, headersAt(later(-6 * minute), secret)],
  ["what is six minutes ahead", false, body, headersAt(later(6 * minute), secret)],
  ["no time", false, body, { ...good, "webhook-timestamp": "" }],
  ["no signature", false, body, { ...good, "webhook-signature": "" }],
  ["a shortened signature", false, body, { ...good, "webhook-signature": "v1,2pyj" }],
  ["no headers", false, body, {}],
];

const programs = (findDocsPage("/docs/webhooks")?.parts ?? [])
  .flatMap((part) => (part.kind === "code" ? part.samples : []))
  .filter(({ language }) => language in libraries);

const samples = programs
  .filter(({ code }) => /\b(readEvent|read_event)\b/.test(code))
  .map((sample) => ({ sample, needsLibrary: /standardwebhooks/i.test(sample.code) }));

describe.each(samples)("the $sample.language sample, with a library: $needsLibrary", ({ sample, needsLibrary }) => {
  const [program, args] = libraries[sample.language] ?? ["", []];
  it.skipIf(!(needsLibrary ? canRun(program, args, folder) : isRunnable(sample)))(
    "accepts signed events and refuses all others",
    async () => {
      const outcomes = await run(
        sample,
        requests.map(([, , sent, headers]) => ["readEvent", sent, headers, secret]),
      );
      expect(outcomes.map(({ value }, index) => [requests[index]?.[0], value])).toEqual(
        requests.map(([what, isTaken]) => [what, isTaken ? JSON.parse(body) : undefined]),
      );
    },
  );
});

describe("the sample for the second signature", () => {
  const second = {
    covers: "timestamp_body",
    signatureHeader: "x-shop-signature",
    timestampHeader: "x-shop-timestamp",
    eventHeader: null,
    idHeader: null,
    versionHeader: null,
  } as const;
  const secondAt = (at: Date, key: string) =>
    secondHeaders(second, { id: "evt_1", event: "payment.success", timestamp: timestampOf(at), body }, key);
  const signed = secondAt(now(), secret);
  const calls: [string, boolean, string, Record<string, string>][] = [
    ["our request", true, body, signed],
    ["another secret", false, body, secondAt(now(), foreign)],
    ["another body", false, body.replace("success", "refused"), signed],
    ["another time", false, body, { ...signed, "x-shop-timestamp": `${Number(signed["x-shop-timestamp"]) + 1}` }],
    ["a request of six minutes ago", false, body, secondAt(later(-6 * minute), secret)],
    ["no signature", false, body, { ...signed, "x-shop-signature": "" }],
    ["no headers", false, body, {}],
  ];

  it("accepts signed requests and refuses all others", async () => {
    const sample = programs.find(({ code }) => code.includes("readSignedEvent"));
    if (!sample) throw new Error("docs/guides/webhooks.md has no sample for the second signature.");
    const outcomes = await run(
      sample,
      calls.map(([, , sent, headers]) => ["readSignedEvent", sent, headers, secret]),
    );
    expect(outcomes.map(({ value }, index) => [calls[index]?.[0], value])).toEqual(
      calls.map(([what, isAccepted]) => [what, isAccepted ? JSON.parse(body) : undefined]),
    );
  });
});

it("docs/guides/webhooks.md has samples with and without a library, every event, and a correct test vector", () => {
  expect(samples.map(({ sample, needsLibrary }) => `${sample.language} ${needsLibrary}`).sort()).toEqual(
    Object.keys(libraries).flatMap((language) => [`${language} false`, `${language} true`]),
  );
  for (const name of eventNames)
    expect(text).toMatch(new RegExp(`\`(${name.replace(/^withdrawal/, "(withdrawal)?")})\``));
  const vector = /the secret `(\S+)`, the id `(\S+)`, the timestamp `(\d+)` and the body `(.*?)` give `(.*?)`/;
  const [, secretOfVector = "", id = "", timestamp = "", bodyOfVector = "", signature] =
    vector.exec(text.replace(/\s+/g, " ")) ?? [];
  const at = new Date(Number(timestamp) * 1000);
  expect(signedHeaders({ id, at, body: bodyOfVector }, [secretOfVector])["webhook-signature"]).toBe(signature);
});
