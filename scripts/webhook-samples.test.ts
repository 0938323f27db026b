import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { later, minute, now } from "@/lib/kit/clock";
import { eventNames } from "@/lib/reference/events";
import { newSecret, signedHeaders } from "@/lib/webhooks/signature";

/** What merchants copy from docs/webhooks.md runs as it stands. */
const run = promisify(execFile);
const text = readFileSync("docs/webhooks.md", "utf8");
const folder = mkdtempSync(join(tmpdir(), "tradewind-webhook-samples-"));
symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads each of the given requests in a process of the language: the event, or null where it was refused. */
const languages = {
  js: {
    program: process.execPath,
    library: ["--input-type=module", "-e", 'await import("standardwebhooks")'],
    args: (file: string) => [
      "--input-type=module",
      "-e",
      `const { readEvent } = await import(${JSON.stringify(file)});
       const read = (given) => { try { return readEvent(...given); } catch { return null; } };
       console.log(JSON.stringify(JSON.parse(process.argv[1]).map(read)));`,
    ],
  },
  php: {
    program: "php",
    library: ["-r", "exit(is_file('vendor/autoload.php') ? 0 : 1);"],
    args: (file: string) => [
      "-r",
      `require ${JSON.stringify(file)};
       $read = function ($given) { try { return read_event(...$given); } catch (Exception $error) { return null; } };
       echo json_encode(array_map($read, json_decode($argv[1], true)));`,
      "--",
    ],
  },
  python: {
    program: "python3",
    library: ["-c", "import standardwebhooks"],
    args: (file: string) => [
      "-c",
      `import json, sys
space = {}
exec(open(${JSON.stringify(file)}).read(), space)
def read(given):
    try: return space["read_event"](*given)
    except Exception: return None
print(json.dumps([read(given) for given in json.loads(sys.argv[1])]))`,
    ],
  },
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

const samples = [...text.matchAll(/^```(js|php|python)\n(.*?)^```/gms)].map(([, language = "", code = ""], index) => ({
  language: language as keyof typeof languages,
  code,
  file: join(folder, `sample-${index}.${language === "js" ? "mjs" : language}`),
  needsLibrary: /standardwebhooks|StandardWebhooks/.test(code),
}));

const canRun = (program: string, args: string[]) => spawnSync(program, args, { cwd: folder }).status === 0;

describe.each(samples)("the $language sample $file", ({ language, code, file, needsLibrary }) => {
  const { program, library, args } = languages[language];
  it.skipIf(!canRun(program, needsLibrary ? library : ["--version"]))(
    "takes what is ours, and nothing else",
    async () => {
      writeFileSync(file, code);
      const given = requests.map(([, , sent, headers]) => [sent, headers, secret]);
      const { stdout } = await run(program, [...args(file), JSON.stringify(given)], { cwd: folder });
      const taken = (JSON.parse(stdout) as unknown[]).map((event, index) => [requests[index]?.[0], event]);
      expect(taken).toEqual(requests.map(([what, isTaken]) => [what, isTaken ? JSON.parse(body) : null]));
    },
  );
});

it("has each language with and without a library, every event, and a test vector that is right", () => {
  expect(samples.map(({ language, needsLibrary }) => `${language} ${needsLibrary}`).sort()).toEqual(
    Object.keys(languages).flatMap((language) => [`${language} false`, `${language} true`]),
  );
  for (const name of eventNames)
    expect(text).toMatch(new RegExp(`\`(${name.replace(/^withdrawal/, "(withdrawal)?")})\``));
  const [, secretOfVector = "", id = "", timestamp = "", , bodyOfVector = "", signature] =
    /the secret `(\S+)`, the id `(\S+)`, the timestamp `(\d+)` and the body(\s)`(.*?)` give `(.*?)`/s.exec(text) ?? [];
  const at = new Date(Number(timestamp) * 1000);
  expect(signedHeaders({ id, at, body: bodyOfVector }, [secretOfVector])["webhook-signature"]).toBe(signature);
});
