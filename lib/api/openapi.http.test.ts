import { Validator } from "@seriousme/openapi-schema-validator";
import Ajv2020 from "ajv/dist/2020";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { type Merchant, newKey, newMerchant, openTestAccount } from "@/e2e/support/accounts";
import { storeCard } from "@/e2e/support/card-requests";
import { call, freshAddress } from "@/e2e/support/client";
import { broken, onTheWire, valid } from "@/e2e/support/generate";
import { newShop, openCheckout, pay } from "@/e2e/support/payments";
import { endpointsToTry } from "@/e2e/support/webhooks";
import { banked, callerOf, fund, unbanked } from "@/e2e/support/withdrawals";
import { eventNames } from "@/lib/reference/events";
import { allScopes } from "@/lib/reference/scopes";
import { createWithdrawal } from "@/lib/withdrawals/create-withdrawal";

const { roomy, publicUrl } = inject("product");
const requestCount = inject("isDeep") ? 100_000 : 10_000;
const { body: document } = await call(roomy, "GET", "/api/openapi.json");

type Operation = {
  method: string;
  path: string;
  /** From the origin on. */
  prefix: string;
  spec: Record<string, never> & {
    parameters: { name: string; in: string; required: boolean; schema: object }[];
    requestBody?: { content: Record<string, { schema: object }> };
    responses: Record<string, { content: Record<string, { schema: object }> }>;
  };
};
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
  "POST /plugins/payments/request",
  "GET /plugins/get/currencies",
  "GET /plugins/get/environments",
  "GET /plugins/get/fee_structures",
  "GET /plugins/get/states",
  "POST /sandbox/sessions/{token}/clock",
  "POST /sandbox/sessions/{token}/simulation",
];

/** What nobody comes by at random: passwords, a number of the right country, a file that is a picture. */
const unguessable = /^\/(auth|user\/(password|phone|picture)$)/;

describe("the OpenAPI document", () => {
  it("is a valid OpenAPI 3.1 document of the interface's version", async () => {
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { version: "2.0.5" },
      servers: [{ url: `${publicUrl}/api` }],
    });
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
  });

  it("describes every route of the interface that is built, and no other", () => {
    expect([...names].sort()).toEqual([...built].sort());
  });

  it("describes every event that is sent, with the record that the API itself answers with", () => {
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

  it("says where each path stands: under the API, or beside it at the origin", () => {
    const beside = operations.filter(({ prefix }) => prefix === "").map(({ path }) => path.split("/")[1]);
    expect(new Set(beside)).toEqual(new Set(["plugins", "sandbox"]));
    expect(new Set(operations.map(({ prefix }) => prefix))).toEqual(new Set(["", "/api"]));
  });

  it("tells of the payment request what it takes and how it refuses, and not of the legacy method", () => {
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

  it("is true: ten thousand generated requests get only documented answers, each refusal with a message, none of them 5xx", async () => {
    const merchant = await newMerchant();
    const children = await Promise.all(
      Array.from({ length: 60 }, () => openTestAccount({ createdByNumber: merchant.accountNumber })),
    );
    const keys = [await newKey(merchant, allScopes), await newKey(merchant, allScopes, { environment: "live" })].map(
      ({ key }) => key,
    );
    const spares = await Promise.all(Array.from({ length: 20 }, () => newKey(merchant, ["svc-user-retrieve"])));
    const kids = spares.map(({ kid }) => kid);
    const shops = [
      await newShop({}, { platforms: ["BB", "GD", "GY", "JM", "TT"] }),
      await newShop({}, { isLive: true }),
    ];
    const accountNumbers = shops.map(({ accountNumber }) => accountNumber);
    const sessions = await Promise.all(Array.from({ length: 5 }, () => openCheckout(accountNumbers[0] ?? "")));
    const tokens = sessions.map(({ token }) => token);
    const withdrawals = await pendingWithdrawals(merchant, 40);
    const payments = await successfulPayments(merchant, 20);
    const cards = await storedCards(merchant);
    const webhooks = await endpointsToTry(merchant.accountNumber, 15);
    const known = { children, keys, kids, accountNumbers, tokens, withdrawals, payments, cards, webhooks };
    const requests = samples(generatedRequest(merchant, known), requestCount);

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
    });
    expect(complaints).toEqual([]);
    // The generator would prove nothing if it never got past the guard.
    const unseen = operations.filter(({ method, path, spec }) => {
      const success = Object.keys(spec.responses).find((status) => status.startsWith("2"));
      return !unguessable.test(path) && !statuses.has(`${method} ${path} ${success}`);
    });
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

type Known = {
  children: { accountNumber: string }[];
  keys: string[];
  kids: string[];
  /** Of merchants that take payments. */
  accountNumbers: string[];
  /** Of checkout sessions. */
  tokens: string[];
  withdrawals: string[];
  payments: string[];
  cards: Awaited<ReturnType<typeof storedCards>>;
  webhooks: Awaited<ReturnType<typeof endpointsToTry>>;
};

/** In live, where nothing moves them on; and funds for more of them in sandbox. */
async function pendingWithdrawals({ accountNumber }: Merchant, count: number): Promise<string[]> {
  await fund(accountNumber, 1_000_000n, "live");
  await fund(accountNumber, 1_000_000n);
  const created = Array.from({ length: count }, () =>
    createWithdrawal(callerOf(accountNumber), "live", unbanked("1.00")),
  );
  return (await Promise.all(created)).map(({ data }) => data.transaction_id);
}

async function successfulPayments({ accountNumber }: Merchant, count: number): Promise<string[]> {
  const checkouts = await Promise.all(Array.from({ length: count }, () => openCheckout(accountNumber)));
  await Promise.all(checkouts.map(({ token }) => pay(token, "4111111111111111")));
  return checkouts.map(({ transactionId }) => transactionId);
}

/** Verified ones to be charged; some that can be verified, by the one amount; and others. */
async function storedCards(merchant: Merchant) {
  const store = async (count: number, isVerified: boolean) => {
    const wanted = Array.from({ length: count }, () => storeCard(merchant, { cents: 150n, isVerified }));
    return (await Promise.all(wanted)).map(({ uuid }) => uuid);
  };
  return { charged: await store(10, true), verified: await store(30, false), others: await store(20, true) };
}

function generatedRequest(merchant: Merchant, { children, keys, kids: spareKids, ...checkout }: Known) {
  const ids = (good: string[]) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...good) },
      { weight: 1, arbitrary: fc.stringMatching(/[^.]/).map(encodeURIComponent) },
    );
  const places = {
    account_number: ids(children.map(({ accountNumber }) => accountNumber)),
    kid: ids(spareKids),
    token: ids(checkout.tokens),
    type: ids(["local", "foreign"]),
    delivery_id: ids(checkout.webhooks.deliveries),
  };
  const transactionsOf = ({ path }: Operation) =>
    ids(path.startsWith("/withdrawals") ? checkout.withdrawals : checkout.payments);
  /** What is sent from, stays; the others may be changed and removed. */
  const webhooksOf = ({ path }: Operation) =>
    ids(/(test|resend|deliveries.*)$/.test(path) ? [checkout.webhooks.kept] : checkout.webhooks.others);
  /** Those that are charged or verified are not deleted. */
  const cardsOf = ({ path }: Operation) => {
    const { charged, verified, others } = checkout.cards;
    return ids(path.endsWith("charge") ? charged : path.endsWith("verify") ? verified : others);
  };
  const word = (...good: string[]) =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...good) },
      { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
    );
  const queries = fc.record(
    {
      country_code: word("JM", "TT", "US", "HK"),
      environment: word("live", "sandbox"),
      fee_structure: word("split", "customer_pay"),
      currency: word("TTD", "USD"),
      amount: word("200.00", "1"),
      status: word("success", "1"),
      page: word("1", "2"),
      amount_min: word("0.50", "2"),
      reference: word("01234567-89ab-cdef-0123-456789abcdef"),
      start_date: word("2026-11-15"),
      with_deleted: word("1", "true"),
      event: word("webhook.test", "payment.success"),
      since: word("2026-11-15T00:00:00Z"),
    },
    { requiredKeys: ["country_code", "fee_structure", "currency", "amount"] },
  );
  const requestOf = (operation: Operation) => {
    const content = operation.spec.requestBody?.content;
    const schema = (content?.["application/json"] ?? content?.["multipart/form-data"])?.schema;
    const body = schema
      ? onTheWire(
          fc
            .oneof(valid(schema), broken(schema))
            .map(ofKnownMerchant(checkout.accountNumbers))
            .map(toKnownPerson)
            .map(toNobody)
            .map(ofKnownCard(operation)),
        )
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
      .record({
        wire: body,
        credential,
        place: fc.record({
          ...places,
          transaction_id: transactionsOf(operation),
          id: webhooksOf(operation),
          uuid: cardsOf(operation),
        }),
        query: queries,
        slash: fc.constantFrom("", "/"),
      })
      .map(({ wire, credential: sent, place, query, slash }) => ({
        operation,
        target: `${operation.prefix}${filled(operation.path, place)}${slash}${queryOf(operation, query)}`,
        options: { ...sent, ...(wire.raw !== undefined && { raw: wire.raw, headers: { "content-type": wire.type } }) },
      }));
  };
  // Made once each: to make a generator costs more than to use it.
  return fc.oneof(...operations.map(requestOf));
}

/**
 * Nobody guesses an account number: one that is right in shape is mostly a merchant's, and then what must fit
 * together does: a currency of every platform, an amount within its limits, a country that has no states.
 */
const ofKnownMerchant = (accountNumbers: string[]) => (body: unknown) => {
  if (typeof body !== "object" || body === null || !("account_number" in body)) return body;
  const digits = typeof body.account_number === "object" ? "" : String(body.account_number);
  const known = /^[1-9]\d{9}$/.test(digits) && accountNumbers[Number(digits[9]) % 3];
  return known ? { ...body, account_number: known, currency: "USD", total: "200.00", country: "HK" } : body;
};

/** Nobody guesses a bank and a document either: every other withdrawal whose amount is one has them right. */
const toKnownPerson = (body: unknown) => {
  if (typeof body !== "object" || body === null || !("withdrawal_type" in body && "amount" in body)) return body;
  const isChosen = /^[0-4]\d*(\.\d+)?$/.test(String(body.amount));
  return isChosen
    ? { ...body, ...banked("0.01"), withdrawal_type: body.withdrawal_type, environment: "sandbox" }
    : body;
};

/** Nothing is to reach a stranger: whatever host was made up, it is one that there cannot be. */
const toNobody = (body: unknown) => {
  if (typeof body !== "object" || body === null || !("url" in body && typeof body.url === "string")) return body;
  return { ...body, url: body.url.replace(/^https?:\/\/[^/?#]*/, "https://hooks.shop.example") };
};

/** Nor how much a card was charged, nor where it is: whoever says the one and not the other has both right. */
const ofKnownCard =
  ({ path }: Operation) =>
  (body: unknown) => {
    const isAsking = typeof body === "object" && body !== null && ("amount" in body || "response_url" in body);
    if (!isAsking || "environment" in body || !path.startsWith("/trusted-cards/")) return body;
    const order = { currency: "USD", total: "200.00", country_code: "TT" };
    return {
      ...body,
      environment: "sandbox",
      ...("amount" in body && { amount: "1.5" }),
      ...("total" in body && order),
    };
  };

const filled = (path: string, place: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => place[name] || "x");

/** Of the parameters an operation has, those that were chosen. */
function queryOf({ spec }: Operation, chosen: Record<string, string | undefined>): string {
  const pairs = spec.parameters.filter((field) => field.in === "query" && chosen[field.name] !== undefined);
  const text = pairs.map(({ name }) => `${name}=${encodeURIComponent(chosen[name]?.toWellFormed() ?? "")}`).join("&");
  return text && `?${text}`;
}

/** In rounds: generating them all at once would keep the client busy until the server closes its connections. */
function* samples<Item>(arbitrary: fc.Arbitrary<Item>, count: number): Generator<Item> {
  const perRound = 100;
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
