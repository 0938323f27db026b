import { Validator } from "@seriousme/openapi-schema-validator";
import Ajv2020 from "ajv/dist/2020";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { type Merchant, newKey, newMerchant } from "@/e2e/support/accounts";
import { call, freshAddress } from "@/e2e/support/client";
import { broken, onTheWire, valid } from "@/e2e/support/generate";
import { allScopes } from "@/lib/reference/scopes";

const { roomy } = inject("product");
const requestCount = inject("isDeep") ? 100_000 : 10_000;
const { body: document } = await call(roomy, "GET", "/api/openapi.json");

type Operation = {
  method: string;
  path: string;
  spec: Record<string, never> & {
    requestBody?: { content: Record<string, { schema: object }> };
    responses: Record<string, { content: Record<string, { schema: object }> }>;
  };
};
const operations: Operation[] = Object.entries(
  document.paths as Record<string, Record<string, Operation["spec"]>>,
).flatMap(([path, item]) =>
  Object.entries(item).map(([method, spec]) => ({ method: method.toUpperCase(), path, spec })),
);
const names = operations.map(({ method, path }) => `${method} ${path}`);

/** The interface's inventory (§4), by the issue that brings each module. */
const built = [
  "POST /auth/tokens",
  "POST /auth/tokens/refresh",
  "DELETE /auth/tokens",
  "POST /accounts",
  "GET /accounts/{account_number}",
  "PATCH /accounts/{account_number}",
  "DELETE /accounts/{account_number}",
  "GET /user/api-keys",
  "POST /user/api-keys",
  "PATCH /user/api-keys/{kid}",
  "DELETE /user/api-keys/{kid}",
  "POST /user/api-keys/{kid}/roll",
];

describe("the OpenAPI document", () => {
  it("is a valid OpenAPI 3.1 document of the interface's version", async () => {
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { version: "2.0.5" },
      servers: [{ url: "http://localhost:3000/api" }],
    });
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
  });

  it("describes every route of the interface that is built, and no other", () => {
    expect([...names].sort()).toEqual([...built].sort());
  });

  it("is true: ten thousand generated requests get only documented answers, each with a message, none of them 5xx", async () => {
    const merchant = await newMerchant();
    const children = await Promise.all(
      Array.from({ length: 10 }, () => newMerchant({ createdByNumber: merchant.accountNumber })),
    );
    const keys = [await newKey(merchant, allScopes), await newKey(merchant, allScopes, { environment: "live" })].map(
      ({ key }) => key,
    );
    const spares = await Promise.all(Array.from({ length: 20 }, () => newKey(merchant, ["svc-user-retrieve"])));
    const kids = spares.map(({ kid }) => kid);
    const requests = samples(generatedRequest(merchant, { children, keys, kids }), requestCount);

    const statuses = new Map<string, number>();
    const complaints: unknown[] = [];
    await inParallel(16, requests, async ({ operation, options, target }) => {
      const reply = await call(roomy, operation.method, target, { ...options, as: freshAddress() });
      statuses.set(
        `${operation.method} ${operation.path} ${reply.status}`,
        (statuses.get(`${operation.method} ${operation.path} ${reply.status}`) ?? 0) + 1,
      );
      const problem =
        reply.status >= 500
          ? "5xx"
          : typeof reply.body?.message !== "string"
            ? "no message"
            : undocumented(operation, reply.status, reply.body);
      if (problem)
        complaints.push({
          problem,
          target,
          method: operation.method,
          status: reply.status,
          body: reply.text.slice(0, 300),
          options,
        });
    });
    expect(complaints).toEqual([]);
    // The generator would prove nothing if it never got past the guard.
    for (const { method, path, spec } of operations) {
      const success = Object.keys(spec.responses).find((status) => status.startsWith("2"));
      if (!path.startsWith("/auth/")) expect(statuses.get(`${method} ${path} ${success}`)).toBeGreaterThan(0);
    }
  }, 1_800_000);
});

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: "doc", ...document });

function undocumented(operation: Operation, status: number, body: unknown): string | null {
  const pointer = `${operation.path.replaceAll("/", "~1").replaceAll("{", "%7B").replaceAll("}", "%7D")}/${operation.method.toLowerCase()}/responses/${status}`;
  if (!operation.spec.responses[status]) return `status ${status} is not documented`;
  const validate = ajv.getSchema(`doc#/paths/${pointer}/content/application~1json/schema`);
  if (!validate) return `no schema at ${pointer}`;
  return validate(body) ? null : ajv.errorsText(validate.errors);
}

type Known = { children: Merchant[]; keys: string[]; kids: string[] };

function generatedRequest(merchant: Merchant, { children, keys, kids: spareKids }: Known) {
  const ids = (good: string[]) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...good) },
      { weight: 1, arbitrary: fc.stringMatching(/[^.]/).map(encodeURIComponent) },
    );
  const accountIds = ids(children.map(({ accountNumber }) => accountNumber));
  const kids = ids(spareKids);
  return fc.constantFrom(...operations).chain((operation) => {
    const schema = operation.spec.requestBody?.content["application/json"]?.schema;
    const body = schema
      ? onTheWire(fc.oneof(valid(schema), broken(schema)))
      : fc.constant({ raw: undefined, type: "" });
    // The token in use must outlive the run.
    const isRevocation = operation.method === "DELETE" && operation.path === "/auth/tokens";
    const credential = isRevocation
      ? fc.constant({ key: keys[1] ?? "" })
      : fc.oneof(
          { weight: 8, arbitrary: fc.constant({ token: merchant.token }) },
          { weight: 2, arbitrary: fc.constantFrom(...keys).map((key) => ({ key })) },
          { weight: 1, arbitrary: fc.constant({}) },
        );
    return fc
      .record({ wire: body, credential, accountId: accountIds, kid: kids, slash: fc.constantFrom("", "/") })
      .map(({ wire, credential: sent, accountId, kid, slash }) => ({
        operation,
        target: `/api${operation.path.replace("{account_number}", accountId || "x").replace("{kid}", kid || "x")}${slash}`,
        options: { ...sent, ...(wire.raw !== undefined && { raw: wire.raw, headers: { "content-type": wire.type } }) },
      }));
  });
}

/** In rounds: generating them all at once would keep the client busy until the server closes its connections. */
function* samples<Item>(arbitrary: fc.Arbitrary<Item>, count: number): Generator<Item> {
  const perRound = 500;
  for (let round = 0; round < count / perRound; round++) {
    yield* fc.sample(arbitrary, { numRuns: perRound, seed: 20261115 + round });
  }
}

async function inParallel<Item>(
  width: number,
  items: Generator<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of items) await work(item);
    }),
  );
}
