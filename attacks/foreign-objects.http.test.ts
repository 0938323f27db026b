import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Merchant, newKey, newMerchant } from "@/e2e/support/accounts";
import { type CallOptions, call, freshAddress } from "@/e2e/support/client";
import { act, type Browser, signIn } from "@/e2e/support/dashboard";
import { saying, startReceiver } from "@/e2e/support/receiver";
import { endpoints } from "@/lib/api/endpoints";
import { actions } from "@/lib/dashboard/actions";
import { slowQuery } from "@/lib/db/client";
import { type EndpointSpec, fullPath } from "@/lib/http/endpoint";
import { allScopes } from "@/lib/reference/scopes";
import { bodyFor, fill, kindOf, type Named, namesObject, untilDelivered } from "./objects";

/**
 * Generated from the endpoints and from the dashboard's actions. Each gets an object of its own, so that in the end the
 * owner can send the same request: this proves that it was valid, and refused for the object alone.
 */
const { roomy } = inject("product");
const sandbox = { environment: "sandbox" };

let [owner, stranger] = [{} as Merchant, {} as Merchant];
let [ownersBrowser, strangersBrowser] = [{} as Browser, {} as Browser];
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let strangersKeys: string[] = [];
let ownersLiveKey = "";
beforeAll(async () => {
  [owner, stranger, receiver] = await Promise.all([newMerchant(), newMerchant(), startReceiver(saying(204))]);
  [ownersBrowser, strangersBrowser] = await Promise.all([signIn(owner), signIn(stranger)]);
  const keyOf = async (merchant: Merchant, environment: "live" | "sandbox") =>
    (await newKey(merchant, allScopes, { environment })).key;
  strangersKeys = [await keyOf(stranger, "sandbox"), await keyOf(stranger, "live")];
  ownersLiveKey = await keyOf(owner, "live");
});
afterAll(() => receiver.close());

/** Once the worker has nothing to send any more, only a request changes something. */
async function make(path: string): Promise<Named> {
  const named = await kindOf(path).make(owner, { path, receiver: receiver.url });
  await untilDelivered(owner);
  return named;
}

function send(contract: EndpointSpec, named: Named, credential: CallOptions, environment: object) {
  const search = new URLSearchParams(environment as Record<string, string>);
  return call(roomy, contract.method, `${fill(fullPath(contract), named)}?${search}`, {
    ...credential,
    as: freshAddress(),
    ...(contract.method !== "GET" && { json: { ...bodyFor(contract), ...environment } }),
  });
}

/** Everything of the owner's, as the tables hold it. The worker writes mails, and every request is logged. */
async function stateOf({ accountNumber }: Merchant): Promise<Record<string, string>> {
  const tables = await slowQuery<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'account_number'
     AND table_schema = 'public' AND table_name NOT IN ('mail', 'request_log', 'history_count')`,
    [],
  );
  const own = tables.map(({ name }) => [name, "account_number = $1"]);
  const deliveries = ["webhook_delivery", "endpoint_id IN (SELECT id FROM webhook_endpoint WHERE account_number = $1)"];
  const parts = [...own, deliveries].map(
    ([name, condition]) =>
      `SELECT '${name}' AS name, md5(string_agg((to_jsonb(t) - 'last_used_at')::text, '' ORDER BY t::text)) AS rows
       FROM "${name}" t WHERE ${condition}`,
  );
  const found = await slowQuery<{ name: string; rows: string }>(parts.join(" UNION ALL "), [accountNumber]);
  return Object.fromEntries(found.map(({ name, rows }) => [name, rows]));
}

describe.each(
  endpoints.filter(namesObject).map((contract) => [`${contract.method} ${contract.path}`, contract] as const),
)("%s", (_name, contract) => {
  it("answers about another merchant's object as about a missing one, changes nothing, and works for its owner", async () => {
    const { missing, hasEnvironment } = kindOf(contract.path);
    const named = await make(contract.path);
    const before = await stateOf(owner);
    const refusal = contract.method === "POST" ? 400 : 404;

    const answers = [await send(contract, named, { token: stranger.token }, sandbox)];
    expect(answers[0]?.status).toBe(refusal);
    const attempts: [CallOptions, object][] = [[{ token: stranger.token }, sandbox]];
    if (contract.auth === "any") attempts.push(...strangersKeys.map((key): [CallOptions, object] => [{ key }, {}]));
    if (contract.auth === "any" && hasEnvironment) attempts.push([{ key: ownersLiveKey }, {}]);
    for (const [credential, environment] of attempts) {
      const foreign = await send(contract, named, credential, environment);
      const unknown = await send(contract, missing(), credential, environment);
      expect(foreign.status).toBeGreaterThanOrEqual(400);
      expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
      answers.push(foreign);
    }

    for (const { text } of answers) for (const id of Object.values(named)) expect(text).not.toContain(id);
    expect(await stateOf(owner)).toEqual(before);
    const own = await send(contract, named, { token: owner.token }, sandbox);
    expect(own.status, `The owner was refused: ${own.text}`).toBe(contract.success.status);
  });
});

describe.each(Object.entries(actions).filter(([, { contract }]) => namesObject(contract)))(
  "the dashboard's action %s",
  (name, { contract, asksPassword }) => {
    it("answers about another merchant's object as about a missing one, changes nothing, and works for its owner", async () => {
      const named = await make(contract.path);
      const before = await stateOf(owner);
      const actOn = (browser: Browser, whose: Merchant, on: Named) =>
        act(browser, name, { ...bodyFor(contract), ...(asksPassword && { password: whose.password }), ...on });

      const foreign = await actOn(strangersBrowser, stranger, named);
      const unknown = await actOn(strangersBrowser, stranger, kindOf(contract.path).missing());
      expect([400, 404]).toContain(foreign.status);
      expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);

      expect(await stateOf(owner)).toEqual(before);
      const own = await actOn(ownersBrowser, owner, named);
      expect(own.status, `The owner was refused: ${own.text}`).toBe(contract.success.status);
    });
  },
);

it("no list shows a merchant anything of another's", async () => {
  const lists = endpoints.filter(
    ({ method, path, auth }) => method === "GET" && !path.includes("{") && auth !== "none",
  );
  expect(lists.length).toBeGreaterThan(8);
  for (const contract of lists) {
    const { text } = await send(contract, {}, { token: stranger.token }, sandbox);
    expect(text).not.toContain(owner.accountNumber);
    expect(text).not.toContain(owner.email);
    for (const id of await idsOf(owner)) expect(text).not.toContain(id);
  }
});

async function idsOf({ accountNumber }: Merchant): Promise<string[]> {
  const rows = await slowQuery<{ id: string }>(
    `SELECT transaction_id AS id FROM checkout_session WHERE account_number = $1
     UNION ALL SELECT transaction_id FROM withdrawal WHERE account_number = $1
     UNION ALL SELECT uuid::text FROM trusted_card WHERE account_number = $1
     UNION ALL SELECT kid FROM api_key WHERE account_number = $1
     UNION ALL SELECT id FROM webhook_endpoint WHERE account_number = $1`,
    [accountNumber],
  );
  return rows.map(({ id }) => id);
}
