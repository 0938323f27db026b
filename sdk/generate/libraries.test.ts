import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newWorkshop } from "@/tests/support/http/programs";
import { type Reply, startFaultyApi } from "./faulty-api";
import { type Installed, installLibraries } from "./installed";

const execute = promisify(execFile);
const { run } = newWorkshop();
let libraries: Awaited<ReturnType<typeof installLibraries>>;
beforeAll(async () => {
  libraries = await installLibraries();
});
afterAll(() => libraries.remove());

const languages = ["JavaScript", "PHP", "Python"] as const;
function find(language: Installed["language"], skip: (note: string) => void): Installed {
  const library = libraries.installed.find((each) => each.language === language);
  if (!library) throw new Error(`There is no library for ${language}.`);
  if (library.missing) skip(library.missing);
  return library;
}

const vectors: Record<string, { name: string }[]> = JSON.parse(readFileSync("sdk/vectors.json", "utf8"));
const names = Object.entries(vectors).flatMap(([kind, cases]) => cases.map(({ name }) => `${kind}: ${name}`));

it.concurrent.for(languages)("the %s library agrees with the product on every vector", async (language, { skip }) => {
  const [program, args] = find(language, skip).vectors;
  const { stdout } = await execute(program, args).catch((failure: { stdout: string }) => failure);
  const outcomes = [...stdout.matchAll(/^(ok|not ok) \d+ - (.*)$/gm)].map(([, outcome, name]) => [name, outcome]);
  expect(outcomes).toEqual(names.map((name) => [name, "ok"]));
});

const created = { status: 201, body: '{"message":"OK","data":{"refund_id":"r1","status":"pending"}}' };
const refused = (status: number, message: string, retryAfter?: string): Reply => ({
  status,
  body: JSON.stringify({ message }),
  ...(retryAfter !== undefined && { retryAfter }),
});
const scenarios: Record<string, readonly Reply[]> = {
  recovers: ["hang up", refused(503, "Unavailable.", "0"), refused(429, "Too Many Attempts.", "0"), created],
  proxy: [{ status: 502, body: "<h1>Bad Gateway</h1>" }, refused(500, "Internal Server Error"), created],
  running: [refused(409, "A request with this idempotency key is still running."), created],
  waits: [refused(503, "Unavailable.", "1"), created],
  refused: [refused(400, "The amount exceeds the rest.")],
  conflict: [refused(409, "Conflict.")],
  moved: [{ status: 302, body: "" }, created],
  patient: [refused(429, "Too Many Attempts.", "3600"), created],
  broken: [refused(500, "Internal Server Error")],
  silent: ["hang up"],
  page: [{ status: 200, body: "<h1>Maintenance</h1>" }],
  empty: [{ status: 201, body: '{"data":null}' }],
  list: [{ status: 201, body: "[1]" }],
};

/** A program for each language, with functions that return the outcome of a call as data. */
const programs: Record<Installed["language"], string> = {
  JavaScript: `
    export async function refund(origin, id) {
      const client = new sdk.Tradewind({
        origin, accountNumber: "1", environment: "sandbox", apiKey: "key", retryWaitSeconds: 0, retries: undefined,
      });
      try {
        return await client.refundTransaction(id, { amount: "5", idempotencyKey: "refund-1" });
      } catch (error) {
        if (error instanceof sdk.NoAnswerError) return { key: error.idempotencyKey };
        if (!(error instanceof sdk.ApiError)) throw error;
        return { status: error.status, message: error.message, wait: error.retryAfterSeconds, id: error.requestId };
      }
    }
    export async function refuse({ idempotencyKey = "refund-1", amount, reason, fields, query, ...options }) {
      try {
        const client = new sdk.Tradewind({ accountNumber: "1", environment: "sandbox", ...options });
        if (query !== undefined) client.verifyRedirect(query, null);
        if (fields) await client.sendPaymentRequest(fields, idempotencyKey);
        return await client.refundTransaction("refused", { amount, reason, idempotencyKey });
      } catch (error) {
        if (error instanceof sdk.InputError) return error.field;
        throw error;
      }
    }
    export const refuseBrokenText = (origin) => refuse({ origin, reason: "\\ud800" });
    export function retrieve(origin, id, more) {
      const options = { origin, accountNumber: "1", environment: "sandbox", accessToken: "token", ...more };
      return new sdk.Tradewind(options).retrieveTransaction(id);
    }`,
  PHP: `
    function refund($origin, $id) {
      $client = new Tradewind\\Tradewind($origin, '1', 'sandbox', apiKey: 'key', retryWaitSeconds: 0);
      try {
        return $client->refundTransaction($id, idempotencyKey: 'refund-1', amount: '5');
      } catch (Tradewind\\NoAnswerException $error) {
        return ['key' => $error->idempotencyKey];
      } catch (Tradewind\\ApiException $error) {
        return ['status' => $error->status, 'message' => $error->getMessage(),
          'wait' => $error->retryAfterSeconds, 'id' => $error->requestId];
      }
    }
    function refuse($given) {
      $own = array_flip(['idempotencyKey', 'amount', 'reason']);
      $options = array_diff_key($given, $own, ['fields' => 0]);
      $given += ['idempotencyKey' => 'refund-1'];
      try {
        $client = new Tradewind\\Tradewind(...$options, accountNumber: '1', environment: 'sandbox');
        if (isset($given['fields'])) {
          $client->sendPaymentRequest($given['fields'], $given['idempotencyKey']);
        }
        return $client->refundTransaction('refused', ...array_intersect_key($given, $own));
      } catch (Tradewind\\InputException $error) {
        return $error->field;
      }
    }
    function refuse_broken_text($origin) {
      return refuse(['origin' => $origin, 'reason' => "\\xff"]);
    }
    function retrieve($origin, $id, $more) {
      $client = new Tradewind\\Tradewind($origin, '1', 'sandbox', $more['apiKey'] ?? null, 'token');
      return $client->retrieveTransaction($id);
    }`,
  Python: `
import tradewind
def refund(origin, id):
    client = tradewind.Tradewind(
        origin=origin, account_number="1", environment="sandbox", api_key="key", retry_wait_seconds=0)
    try:
        return client.refund_transaction(id, idempotency_key="refund-1", amount="5")
    except tradewind.NoAnswerError as error:
        return {"key": error.idempotency_key}
    except tradewind.ApiError as error:
        return {"status": error.status, "message": str(error), "wait": error.retry_after_seconds, "id": error.request_id}
def snake(name):
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
def camel(name):
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)
def refuse(given):
    options = {snake(name): value for name, value in given.items()}
    refund = {name: options.pop(name) for name in ("idempotency_key", "amount", "reason") if name in options}
    refund.setdefault("idempotency_key", "refund-1")
    fields, query = options.pop("fields", None), options.pop("query", None)
    try:
        client = tradewind.Tradewind(account_number="1", environment="sandbox", **options)
        if query is not None:
            client.verify_redirect(query, None)
        if fields:
            client.send_payment_request(fields, refund["idempotency_key"])
        return client.refund_transaction("refused", **refund)
    except tradewind.InputError as error:
        return camel(error.field)
def refuse_broken_text(origin):
    return refuse({"origin": origin, "reason": "\\ud800"})
def retrieve(origin, id, more):
    client = tradewind.Tradewind(origin=origin, account_number="1", environment="sandbox", access_token="token",
        api_key=more.get("apiKey"))
    return client.retrieve_transaction(id)
`,
};
const ids = Object.keys(scenarios);
const head: Record<Installed["language"], string> = { JavaScript: "", PHP: "<?php\n", Python: "" };
const codeOf = ({ language, setUp }: Installed) => `${head[language]}${setUp}\n${programs[language]}`;

it.concurrent.for(languages)(
  "the %s library repeats a refund that can succeed later, with the same key and body, and gives up on all others",
  async (language, { skip }) => {
    const api = await startFaultyApi(scenarios);
    const code = codeOf(find(language, skip));
    const outcomes = await run(
      { language, file: null, code },
      ids.map((id) => ["refund", api.origin, id]),
    );
    api.close();
    const attempts = (id: string) => api.attemptsOf(id).length;
    const done = { refund_id: "r1", status: "pending" };
    const failure = { id: "req_1", wait: null };
    expect(Object.fromEntries(ids.map((id, index) => [id, [attempts(id), outcomes[index]?.value]]))).toEqual({
      recovers: [4, done],
      proxy: [3, done],
      running: [2, done],
      waits: [2, done],
      refused: [1, { ...failure, status: 400, message: "The amount exceeds the rest." }],
      conflict: [1, { ...failure, status: 409, message: "Conflict." }],
      moved: [1, { ...failure, status: 302, message: "The API answered with status 302." }],
      patient: [1, { ...failure, status: 429, message: "Too Many Attempts.", wait: 3600 }],
      broken: [4, { ...failure, status: 500, message: "Internal Server Error" }],
      silent: [4, { key: "refund-1" }],
      page: [1, { ...failure, status: 200, message: "The API answered with status 200." }],
      empty: [1, { ...failure, status: 201, message: "The API answered with status 201." }],
      list: [1, { ...failure, status: 201, message: "The API answered with status 201." }],
    });
    for (const { headers, body } of ids.flatMap((id) => api.attemptsOf(id))) {
      expect(headers).toMatchObject({ "idempotency-key": "refund-1", "x-svc-key": "key" });
      expect(JSON.parse(body)).toEqual({ amount: "5.00" });
    }
    const [first, second] = api.attemptsOf("waits");
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
  },
);

it.concurrent.for(languages)(
  "the %s library sends an access token with the environment, and refuses two credentials",
  async (language, { skip }) => {
    const api = await startFaultyApi({ "a%2Fb": ["hang up", created] });
    const [read, refused] = await run({ language, file: null, code: codeOf(find(language, skip)) }, [
      ["retrieve", api.origin, "a/b", {}],
      ["retrieve", api.origin, "a/b", { apiKey: "key" }],
    ]);
    api.close();
    expect(read?.value).toEqual({ refund_id: "r1", status: "pending" });
    expect(refused?.error).toMatch(/^access_?token must not be given beside api_?key\.$/i);
    const attempts = api.attemptsOf("a%2Fb");
    expect(attempts).toHaveLength(2);
    for (const { target, headers } of attempts) {
      expect(target).toBe("/api/transactions/a%2Fb?environment=sandbox");
      expect(headers.authorization).toBe("Bearer token");
      expect(headers).not.toHaveProperty("x-svc-key");
      expect(headers).not.toHaveProperty("idempotency-key");
    }
  },
);

/** What a shop can give by mistake, by the option or field that the library must name. */
const mistakes: readonly (readonly [field: string, given: Readonly<Record<string, unknown>>])[] = [
  ...["", " ", "refund 1", "refund-é", "a\r\nX-Injected: 1", "k".repeat(256)].flatMap((idempotencyKey) => [
    ["idempotencyKey", { idempotencyKey }] as const,
    ["idempotencyKey", { idempotencyKey, fields: { total: "10.00" } }] as const,
  ]),
  ...["", "key\r\nX-Injected: 1", "clé"].flatMap((credential) => [
    ["apiKey", { apiKey: credential }] as const,
    ["accessToken", { accessToken: credential }] as const,
  ]),
  ...[
    "",
    "shop.example",
    "ftp://shop.example",
    "https://",
    "https://shop.example/path",
    "https://a b",
    "http://[::1",
  ].map((origin) => ["origin", { origin }] as const),
  ...[10.5, 10, "10.005", ""].map((amount) => ["amount", { amount }] as const),
];
/** PHP refuses these by the types of its parameters. */
const untypedMistakes: typeof mistakes = [
  ["idempotencyKey", { idempotencyKey: null }],
  ["hashKeys", { query: "", hashKeys: "abc" }],
  ["signingSecrets", { query: "", signingSecrets: "abc" }],
];

it.concurrent.for(languages)(
  "the %s library names the wrong value of a mistake, and sends nothing",
  async (language, { skip }) => {
    const api = await startFaultyApi({ refused: [created] });
    const cases = language === "PHP" ? mistakes : [...mistakes, ...untypedMistakes];
    const [text, ...outcomes] = await run({ language, file: null, code: codeOf(find(language, skip)) }, [
      ["refuseBrokenText", api.origin],
      ...cases.map(([, given]): [string, object] => ["refuse", { origin: api.origin, ...given }]),
    ]);
    api.close();
    expect(text?.value).toBe("reason");
    expect(outcomes.map((outcome, index) => [outcome, cases[index]?.[1]])).toEqual(
      cases.map(([field, given]) => [{ value: field }, given]),
    );
    expect(api.attemptsOf("refused")).toEqual([]);
    expect(api.attemptsOf("request")).toEqual([]);
  },
);
