import fc from "fast-check";
import { inject } from "vitest";
import { createLink } from "@/lib/payment-links/manage-links";
import { allScopes } from "@/lib/reference/scopes";
import { createWithdrawal } from "@/lib/withdrawals/create-withdrawal";
import { broken, onTheWire, valid } from "@/tests/support/in-process/generate";
import { type Merchant, newKey, newMerchant, openTestAccount } from "./accounts";
import { storeCard } from "./card-requests";
import { newShop, openCheckout, pay, tokenOf } from "./payments";
import { endpointsToTry } from "./webhooks";
import { banked, callerOf, fund, unbanked } from "./withdrawals";

/** Requests made at random of what the OpenAPI document says, by a merchant who has something of everything. */
export type Operation = {
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

/** What the requests may name. */
type Known = {
  merchant: Merchant;
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
  links: Awaited<ReturnType<typeof paymentLinks>>;
  webhooks: Awaited<ReturnType<typeof endpointsToTry>>;
};

/** How many objects of each kind the merchant has. A short run uses up fewer of them. */
const counts = inject("isDeep")
  ? {
      children: 60,
      keys: 20,
      withdrawals: 40,
      payments: 20,
      endpoints: 15,
      links: 20,
      charged: 10,
      verified: 30,
      others: 20,
    }
  : { children: 8, keys: 5, withdrawals: 6, payments: 5, endpoints: 5, links: 5, charged: 2, verified: 4, others: 3 };

export async function openKnownMerchant(): Promise<Known> {
  const merchant = await newMerchant();
  const children = await Promise.all(
    Array.from({ length: counts.children }, () => openTestAccount({ createdByNumber: merchant.accountNumber })),
  );
  const keys = [await newKey(merchant, allScopes), await newKey(merchant, allScopes, { environment: "live" })].map(
    ({ key }) => key,
  );
  const spares = await Promise.all(Array.from({ length: counts.keys }, () => newKey(merchant, ["svc-user-retrieve"])));
  const kids = spares.map(({ kid }) => kid);
  const shops = [await newShop({}, { platforms: ["BB", "GD", "GY", "JM", "TT"] }), await newShop({}, { isLive: true })];
  const accountNumbers = shops.map(({ accountNumber }) => accountNumber);
  const sessions = await Promise.all(Array.from({ length: 5 }, () => openCheckout(accountNumbers[0] ?? "")));
  const tokens = sessions.map(({ token }) => token);
  const withdrawals = await pendingWithdrawals(merchant, counts.withdrawals);
  const payments = await successfulPayments(merchant, counts.payments);
  const cards = await storedCards(merchant);
  const links = await paymentLinks(merchant, counts.links);
  const webhooks = await endpointsToTry(merchant.accountNumber, counts.endpoints);
  return { merchant, children, keys, kids, accountNumbers, tokens, withdrawals, payments, cards, links, webhooks };
}

async function paymentLinks({ accountNumber }: Merchant, count: number) {
  const mango = { title: "Mango", currency: "TTD", amount: 4500n } as const;
  const create = () => createLink(callerOf(accountNumber), "sandbox", mango);
  const created = await Promise.all(Array.from({ length: count }, create));
  return created.map(({ data: { id, url } }) => ({ id, slug: tokenOf(url) }));
}

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
  return {
    charged: await store(counts.charged, true),
    verified: await store(counts.verified, false),
    others: await store(counts.others, true),
  };
}

type Mode = {
  /** Generates only requests that follow the document: a valid body, existing objects, and the merchant's token. */
  isValidOnly?: boolean;
};

function generatedRequest(operations: Operation[], known: Known, { isValidOnly = false }: Mode) {
  const { merchant, children, keys, kids: spareKids, ...checkout } = known;
  const ids = (good: string[]) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...good) },
      { weight: isValidOnly ? 0 : 1, arbitrary: fc.stringMatching(/[^.]/).map(encodeURIComponent) },
    );
  const places = {
    account_number: ids(children.map(({ accountNumber }) => accountNumber)),
    kid: ids(spareKids),
    token: ids(checkout.tokens),
    type: ids(["local", "foreign"]),
    delivery_id: ids(checkout.webhooks.deliveries),
    slug: ids(checkout.links.map(({ slug }) => slug)),
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
      { weight: isValidOnly ? 0 : 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
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
    const fitting = (made: fc.Arbitrary<unknown>) =>
      made
        .map(ofKnownMerchant(checkout.accountNumbers))
        .map(toKnownPerson)
        .map(toNobody)
        .map(withWholeSignature)
        .map(unsignedMostly)
        .map(ofKnownCard(operation))
        .map(ofKnownPrice(operation));
    const asJson = (value: unknown) => ({ raw: JSON.stringify(value), type: "application/json" });
    const body = schema
      ? isValidOnly
        ? fitting(valid(schema)).map(asJson)
        : onTheWire(fitting(fc.oneof(valid(schema), broken(schema))))
      : fc.constant({ raw: undefined, type: "" });
    // The token in use must outlive the run.
    const isRevocation = operation.method === "DELETE" && operation.path === "/auth/tokens";
    const credential = isRevocation
      ? fc.constant({ key: keys[1] ?? "" })
      : fc.oneof(
          { weight: 8, arbitrary: fc.constant({ token: merchant.token }) },
          { weight: isValidOnly ? 0 : 2, arbitrary: fc.constantFrom(...keys).map((key) => ({ key })) },
          { weight: isValidOnly ? 0 : 1, arbitrary: fc.constant({}) },
        );
    return fc
      .record({
        wire: body,
        credential,
        place: fc.record({
          ...places,
          transaction_id: transactionsOf(operation),
          id: operation.path.startsWith("/payment-links")
            ? ids(checkout.links.map(({ id }) => id))
            : webhooksOf(operation),
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

/** The fields of a webhook's second signature need each other: half of the bodies have none of them. */
const withWholeSignature = (body: unknown) => {
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  if (!isObject || "signature_header" in body) return body;
  const { second_signature: _1, timestamp_header: _2, event_header: _3, ...named } = body as Given;
  const { id_header: _4, version_header: _5, ...rest } = named;
  return rest;
};

/** A generated signature is always wrong. So a body keeps these two fields only if it has both. */
const unsignedMostly = (body: unknown) => {
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  if (!isObject || ("request_signature" in body && "request_timestamp" in body)) return body;
  const { request_signature: _1, request_timestamp: _2, ...rest } = body as Given;
  return rest;
};

type Given = Record<string, unknown>;

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

/**
 * A random price is almost never valid. So a body for the sandbox gets a fixed price, and no return address of its own.
 */
const ofKnownPrice =
  ({ path }: Operation) =>
  (body: unknown) => {
    const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
    if (!isObject || !path.startsWith("/payment-links") || ("environment" in body && body.environment !== "sandbox"))
      return body;
    const { amount_min: _1, amount_max: _2, return_url: _3, expires_at: _4, country_code: _5, ...rest } = body as Given;
    return { ...rest, environment: "sandbox", amount: "45.00", ...("currency" in rest && { currency: "TTD" }) };
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
export function* generateRequests(
  operations: Operation[],
  known: Known,
  { count, seed, ...mode }: Mode & { count: number; seed: number },
) {
  const arbitrary = generatedRequest(operations, known, mode);
  const perRound = Math.min(count, 100);
  for (let round = 0; round < count / perRound; round++) {
    yield* fc.sample(arbitrary, { numRuns: perRound, seed: seed + round });
  }
}
