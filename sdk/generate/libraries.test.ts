import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newWorkshop } from "@/tests/support/http/programs";
import { clientProgram } from "./client-programs";
import { type Reply, startFaultyApi } from "./faulty-api";
import { installLibraries } from "./installed";
import { type ShopLanguage, shopLanguages } from "./shop-folder";

const execute = promisify(execFile);
const { run } = newWorkshop();
let libraries: Awaited<ReturnType<typeof installLibraries>>;
beforeAll(async () => {
  libraries = await installLibraries();
});
afterAll(() => libraries.remove());

const vectors: Record<string, { name: string }[]> = JSON.parse(readFileSync("sdk/vectors.json", "utf8"));
const names = Object.entries(vectors).flatMap(([kind, cases]) => cases.map(({ name }) => `${kind}: ${name}`));

it.concurrent.for(shopLanguages)(
  "the %s library agrees with the product on every vector",
  async (language, { skip }) => {
    const [program, args] = libraries.find(language, skip).vectors;
    const { stdout } = await execute(program, args).catch((failure: { stdout: string }) => failure);
    const outcomes = [...stdout.matchAll(/^(ok|not ok) \d+ - (.*)$/gm)].map(([, outcome, name]) => [name, outcome]);
    expect(outcomes).toEqual(names.map((name) => [name, "ok"]));
  },
);

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

const ids = Object.keys(scenarios);

it.concurrent.for(shopLanguages)(
  "the %s library repeats a refund that can succeed later, with the same key and body, and gives up on all others",
  async (language, { skip }) => {
    const api = await startFaultyApi(scenarios);
    const code = clientProgram(libraries.find(language, skip));
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

it.concurrent.for(shopLanguages)(
  "the %s library sends an access token with the environment, and refuses two credentials",
  async (language, { skip }) => {
    const api = await startFaultyApi({ "a%2Fb": ["hang up", created] });
    const [read, refused] = await run({ language, file: null, code: clientProgram(libraries.find(language, skip)) }, [
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

it.concurrent.for(shopLanguages)(
  "the %s library repeats an update, never a deletion or the amount that verifies a card, and reads an empty page",
  async (language, { skip }) => {
    const emptyPage = { status: 200, body: '{"message":"OK","data":[]}' };
    const api = await startFaultyApi({ ...scenarios, "page=2&page_size=5&environment=sandbox": [emptyPage] });
    const [used] = await run({ language, file: null, code: clientProgram(libraries.find(language, skip)) }, [
      ["useCards", api.origin],
    ]);
    api.close();
    expect(used?.value).toEqual([500, 500, []]);
    const sent = ["broken", "recovers"].flatMap((id) => api.attemptsOf(id));
    expect(sent.map(({ target, body }) => [target, body && JSON.parse(body)])).toEqual([
      ["/api/trusted-cards/broken/verify?environment=sandbox", { amount: "1.37" }],
      ["/api/trusted-cards/broken?environment=sandbox", ""],
      ...Array(4).fill(["/api/payment-links/recovers?environment=sandbox", { open: "0", amount: "5.00" }]),
    ]);
  },
);

it.concurrent.for(shopLanguages)(
  "the %s library says after 401 and 404 to which address and environment it sent the request",
  async (language, { skip }) => {
    const api = await startFaultyApi({ wrong: [refused(401, "Unauthorized")], unknown: [refused(404, "Not Found")] });
    const outcomes = await run({ language, file: null, code: clientProgram(libraries.find(language, skip)) }, [
      ["hint", api.origin, "wrong"],
      ["hint", api.origin, "unknown"],
    ]);
    api.close();
    const hint = `(Sent to live at ${api.origin}. Another address or environment has other keys and ids.)`;
    expect(outcomes.map(({ error }) => error)).toEqual([`Unauthorized ${hint}`, `Not Found ${hint}`]);
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
  ["environment", { environment: "test" }],
  ["apiKey", { apiKey: "svc_test_1", environment: "live" }],
  ["apiKey", { apiKey: "svc_live_1" }],
  ["hashKeys", { query: "" }],
];
const known = { hashKeys: ["123"], signingSecrets: ["secret"] };
const order = { id: "MP-10482", total: "10.00", currency: "TTD" };
/** PHP refuses these by the types of its parameters. */
const untypedMistakes: typeof mistakes = [
  ["idempotencyKey", { idempotencyKey: null }],
  ["hashKeys", { query: "", hashKeys: "abc" }],
  ["signingSecrets", { query: "", hashKeys: ["123"], signingSecrets: "abc" }],
  ["isPaid", { query: "", ...known, order: { ...order, transactionId: null } }],
  ["isPaid", { query: "", ...known, order: { ...order, transactionId: null, isPaid: "0" } }],
];

/** Python refuses an order without one of its fields by itself. */
const casesOf: Record<ShopLanguage, typeof mistakes> = {
  JavaScript: [
    ...mistakes,
    ...untypedMistakes,
    ["transactionId", { query: "", ...known, order: { ...order, isPaid: false } }],
  ],
  PHP: mistakes,
  Python: [...mistakes, ...untypedMistakes],
};

it.concurrent.for(shopLanguages)(
  "the %s library names the wrong value of a mistake, and sends nothing",
  async (language, { skip }) => {
    const api = await startFaultyApi({ refused: [created] });
    const cases = casesOf[language];
    const [text, ...outcomes] = await run(
      { language, file: null, code: clientProgram(libraries.find(language, skip)) },
      [
        ["refuseBrokenText", api.origin],
        ...cases.map(([, given]): [string, object] => ["refuse", { origin: api.origin, ...given }]),
      ],
    );
    api.close();
    expect(text?.value).toBe("reason");
    expect(outcomes.map((outcome, index) => [outcome, cases[index]?.[1]])).toEqual(
      cases.map(([field, given]) => [{ value: field }, given]),
    );
    expect(api.attemptsOf("refused")).toEqual([]);
    expect(api.attemptsOf("request")).toEqual([]);
  },
);
