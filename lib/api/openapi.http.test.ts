import { Validator } from "@seriousme/openapi-schema-validator";
import Ajv2020 from "ajv/dist/2020";
import { describe, expect, inject, it } from "vitest";
import { eventNames } from "@/lib/reference/events";
import { call } from "@/tests/support/http/client";
import { generateRequests, type Operation, openKnownMerchant } from "@/tests/support/http/generated-requests";
import { testSeed } from "@/tests/support/in-process/seed";

const { roomy, publicUrl } = inject("product");
const requestCount = inject("isDeep") ? 100_000 : 200;
/** The maximum number of extra rounds of requests for operations that have not succeeded yet. */
const retriesMax = 40;
const { body: document } = await call(roomy, "GET", "/api/openapi.json");

type PathItem = { servers?: { url: string }[] } & Record<string, Operation["spec"]>;
const operations: Operation[] = Object.entries(document.paths as Record<string, PathItem>).flatMap(
  ([path, { servers = document.servers, ...item }]) =>
    Object.entries(item).map(([method, spec]) => ({
      method: method.toUpperCase(),
      path,
      prefix: servers[0].url.slice(publicUrl.length),
      spec,
    })),
);
type GeneratedRequest = ReturnType<typeof generateRequests> extends Generator<infer Request> ? Request : never;
/** Returns the first two segments of an operation's path, such as /user/banks. */
const moduleOf = ({ path }: Operation): string => path.split("/").slice(0, 3).join("/");
const names = operations.map(({ method, path }) => `${method} ${path}`);

/** All operations that the API specification lists (§4). */
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
  "GET /transactions/",
  "GET /transactions/{transaction_id}",
  "POST /transactions/{transaction_id}/refund",
  "GET /transactions/fees",
  "GET /transactions/meta",
  "POST /sandbox/transactions/{transaction_id}/events",
  "GET /user/",
  "PATCH /user/password",
  "PATCH /user/phone",
  "POST /user/picture",
  "PATCH /user/picture",
  "DELETE /user/picture",
  "GET /user/compatibility",
  "PATCH /user/compatibility",
  "GET /user/signed-requests",
  "PATCH /user/signed-requests",
  "GET /user/banks",
  "GET /user/banks/{type}",
  "POST /user/banks/{type}",
  "PATCH /user/banks/{type}",
  "DELETE /user/banks/{type}",
  "GET /user/webhooks",
  "POST /user/webhooks",
  "GET /user/webhooks/{id}",
  "PATCH /user/webhooks/{id}",
  "DELETE /user/webhooks/{id}",
  "POST /user/webhooks/{id}/test",
  "POST /user/webhooks/{id}/rotate",
  "GET /user/webhooks/{id}/deliveries",
  "GET /user/webhooks/{id}/deliveries/{delivery_id}",
  "POST /user/webhooks/{id}/deliveries/{delivery_id}/resend",
  "POST /user/webhooks/{id}/resend",
  "GET /user/events",
  "POST /withdrawals/",
  "GET /withdrawals/",
  "GET /withdrawals/{transaction_id}",
  "DELETE /withdrawals/{transaction_id}",
  "GET /withdrawals/meta",
  "POST /trusted-cards/",
  "GET /trusted-cards/",
  "GET /trusted-cards/{uuid}",
  "POST /trusted-cards/{uuid}/verify",
  "POST /trusted-cards/{uuid}/charge",
  "DELETE /trusted-cards/{uuid}",
  "POST /payment-links",
  "GET /payment-links",
  "GET /payment-links/{id}",
  "PATCH /payment-links/{id}",
  "DELETE /payment-links/{id}",
  "POST /payment-links/{id}/picture",
  "DELETE /payment-links/{id}/picture",
  "POST /pay/{slug}",
  "POST /plugins/payments/request",
  "GET /plugins/get/currencies",
  "GET /plugins/get/environments",
  "GET /plugins/get/fee_structures",
  "GET /plugins/get/states",
  "POST /sandbox/sessions/{token}/clock",
  "POST /sandbox/sessions/{token}/simulation",
];

/** Paths with values that a generator cannot guess: a password, a phone number of the right country, a picture. */
const unguessable = /^\/(auth|user\/(password|phone|picture)$|payment-links\/.*\/picture$)/;

describe("the OpenAPI document", () => {
  it("is a valid OpenAPI 3.1 document of the interface's version", async () => {
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { version: "2.0.5" },
      servers: [{ url: `${publicUrl}/api` }],
    });
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
  });

  it("describes exactly the routes of the interface", () => {
    expect([...names].sort()).toEqual([...built].sort());
  });

  it("describes every webhook event with the record that the API returns", () => {
    const records = {
      payment: "Transaction",
      trusted_card: "TrustedCard",
      withdrawal: "Withdrawal",
      webhook: undefined,
    };
    expect(Object.keys(document.webhooks)).toEqual(eventNames);
    for (const name of eventNames) {
      const { event, data } = document.webhooks[name].post.requestBody.content["application/json"].schema.properties;
      expect([event.const, data.$ref?.split("/").at(-1)]).toEqual([
        name,
        records[name.split(".")[0] as keyof typeof records],
      ]);
    }
  });

  it("names the server of each path: the API's base URL, or the origin", () => {
    const beside = operations.filter(({ prefix }) => prefix === "").map(({ path }) => path.split("/")[1]);
    expect(new Set(beside)).toEqual(new Set(["pay", "plugins", "sandbox"]));
    expect(new Set(operations.map(({ prefix }) => prefix))).toEqual(new Set(["", "/api"]));
  });

  it("describes the fields and refusals of the payment request, without the legacy method", () => {
    const { requestBody, responses } = document.paths["/plugins/payments/request"].post;
    const { schema } = requestBody.content["application/json"];
    expect(schema.required).toContain("email");
    expect(schema.properties.method.enum).toEqual(["credit_card_co", "3co_simple"]);
    expect(JSON.stringify(document)).not.toContain('"credit_card"');
    for (const status of [400, 413, 415, 429, 500]) {
      const refusal = responses[status].content["application/json"].schema.$ref;
      expect(refusal).toBe("#/components/schemas/PaymentRefusal");
    }
    expect(document.components.schemas.PaymentRefusal.required).toEqual(["url", "message", "transaction_id"]);
  });

  it("matches the product: generated requests get only documented answers, refusals with a message, and no 5xx", async () => {
    const known = await openKnownMerchant();
    let turn = 0;
    const statuses = new Map<string, number>();
    const complaints: unknown[] = [];
    const send = async ({ operation, options, target }: GeneratedRequest) => {
      const reply = await call(roomy, operation.method, target, { ...options, as: addressOf(turn++) });
      statuses.set(
        `${operation.method} ${operation.path} ${reply.status}`,
        (statuses.get(`${operation.method} ${operation.path} ${reply.status}`) ?? 0) + 1,
      );
      const problem =
        reply.status >= 500
          ? "5xx"
          : reply.status >= 400 && typeof reply.body?.message !== "string"
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
    };
    const findUnseen = () =>
      operations.filter(({ method, path, spec }) => {
        const success = Object.keys(spec.responses).find((status) => status.startsWith("2"));
        return !unguessable.test(path) && !statuses.has(`${method} ${path} ${success}`);
      });
    // Four parallel requests saturate the server. More would slow down tests that run at the same time.
    await inParallel(4, generateRequests(operations, known, { count: requestCount, seed: testSeed }), send);
    // Every operation must succeed at least once. Otherwise the generated requests might test only refusals.
    let unseen = findUnseen();
    let fresh: typeof known | undefined;
    for (let retry = 0; unseen.length > 0 && retry < retriesMax; retry++) {
      const seed = testSeed + requestCount + 100 * retry;
      const modules = new Set(unseen.map(moduleOf));
      // An operation that reads or changes an object succeeds only if another one has created the object. So in every
      // fourth round the whole module runs again, except its deletions.
      const others = operations.filter(
        (operation) =>
          unseen.includes(operation) ||
          (retry % 4 === 0 && modules.has(moduleOf(operation)) && operation.method !== "DELETE"),
      );
      // The requests so far may have deleted all objects. So a new merchant with fresh objects takes over.
      if (retry >= retriesMax / 4) fresh ??= await openKnownMerchant();
      const count = Math.max(3 * others.length, 16);
      await inParallel(4, generateRequests(others, fresh ?? known, { count, seed, isValidOnly: true }), send);
      unseen = findUnseen();
    }
    expect(complaints, `with TEST_SEED=${testSeed}`).toEqual([]);
    expect(unseen.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
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

/** Each request has its own client address. 198.18.0.0/15 is reserved for benchmarks, so no other test uses it. */
const addressOf = (turn: number): string => `198.${18 + (turn >> 16)}.${(turn >> 8) & 255}.${turn & 255}`;

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
