import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { endpoints } from "@/lib/api/endpoints";
import { actions } from "@/lib/dashboard/actions";
import { slowQuery } from "@/lib/db/client";
import { joinSql, literal, rawSql, type Statement, sql } from "@/lib/db/sql";
import { type EndpointSpec, fullPath } from "@/lib/http/message/endpoint";
import { allScopes } from "@/lib/reference/scopes";
import { type Merchant, newKey, newMerchant } from "@/tests/support/http/accounts";
import { type CallOptions, call, freshAddress, type Reply } from "@/tests/support/http/client";
import { act, type Browser, signIn } from "@/tests/support/http/dashboard";
import { saying, startReceiver } from "@/tests/support/http/receiver";
import { drawCases } from "@/tests/support/in-process/seed";
import { bodyFor, fill, kindOf, type Named, namesObject, untilIdle } from "./objects";

/**
 * Generated from the endpoints and from the dashboard's actions. Each gets an object of its own, so that in the end the
 * owner can send the same request: this proves that it was valid, and refused for the object alone. An ordinary run
 * draws half of them.
 */
const { roomy } = inject("product");
const sandbox = { environment: "sandbox" };

let stranger: Merchant;
let strangersBrowser: Browser;
let strangersKeys: string[];
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  [stranger, receiver] = await Promise.all([newMerchant(), startReceiver(saying(204))]);
  strangersBrowser = await signIn(stranger);
  strangersKeys = [await keyOf(stranger, "sandbox"), await keyOf(stranger, "live")];
});
afterAll(() => receiver.close());

const keyOf = async (merchant: Merchant, environment: "live" | "sandbox") =>
  (await newKey(merchant, allScopes, { environment })).key;

const attackedIds: string[] = [];

/** A merchant for each test, so that nothing an earlier one began goes on meanwhile. */
async function attacked(path: string) {
  const owner = await newMerchant();
  const named = await kindOf(path).make(owner, { path, receiver: receiver.url });
  await untilIdle(owner);
  attackedIds.push(owner.accountNumber, ...Object.values(named));
  return { owner, named };
}

function send(contract: EndpointSpec, named: Named, credential: CallOptions, environment: object) {
  const search = new URLSearchParams(environment as Record<string, string>);
  return call(roomy, contract.method, `${fill(fullPath(contract), named)}?${search}`, {
    ...credential,
    as: freshAddress(),
    ...(contract.method !== "GET" && { json: { ...bodyFor(contract), ...environment } }),
  });
}

/** Written without the owner: the worker sends mail and adds up payments, and every request is logged. */
const writtenMeanwhile = ["mail", "request_log", "history_count", "payment_sum", "payment_sum_change", "balance_day"];

/** Everything of the owner's, as the tables hold it. */
async function stateOf({ accountNumber }: Merchant): Promise<Record<string, string>> {
  const tables = await slowQuery<{ name: string }>(sql`
    SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'account_number'
    AND table_schema = 'public' AND table_name <> ALL (${writtenMeanwhile})`);
  const own = sql`account_number = ${accountNumber}`;
  const digestOf = (name: string, condition: Statement) => sql`
    SELECT ${literal(name)} AS name, md5(string_agg((to_jsonb(t) - 'last_used_at')::text, '' ORDER BY t::text)) AS rows
    FROM ${rawSql(name)} t WHERE ${condition}`;
  const ofEndpoints = sql`endpoint_id IN (SELECT id FROM webhook_endpoint WHERE ${own})`;
  const parts = [...tables.map(({ name }) => digestOf(name, own)), digestOf("webhook_delivery", ofEndpoints)];
  const found = await slowQuery<{ name: string; rows: string }>(joinSql(parts, " UNION ALL "));
  return Object.fromEntries(found.map(({ name, rows }) => [name, rows]));
}

/** The test sends no files. So an endpoint that needs a file refuses the owner for the missing file. */
function expectDone(own: Reply, { takesFiles, success }: Pick<EndpointSpec, "takesFiles" | "success">) {
  if (takesFiles && own.status === 400) expect(Object.keys(own.body.errors)).toEqual(["picture"]);
  else expect(own.status, `The owner was refused: ${own.text}`).toBe(success.status);
}

const attackedEndpoints = endpoints
  .filter(namesObject)
  .map((contract) => [`${contract.method} ${contract.path}`, contract] as const);
const attackedActions = Object.entries(actions).filter(([, { contract }]) => namesObject(contract));

describe.concurrent.each(drawCases(attackedEndpoints, 2))("%s", (_name, contract) => {
  it("answers about another merchant's object as about a missing one, changes nothing, and works for its owner", async () => {
    const { missing, hasEnvironment } = kindOf(contract.path);
    const { owner, named } = await attacked(contract.path);
    const ownersLiveKey = await keyOf(owner, "live");
    const before = await stateOf(owner);
    const withToken: [CallOptions, object] = [{ token: stranger.token }, sandbox];
    const keys = contract.auth !== "any" ? [] : hasEnvironment ? [...strangersKeys, ownersLiveKey] : strangersKeys;
    const refusal = contract.method === "POST" ? 400 : 404;

    expect((await send(contract, named, ...withToken)).status).toBe(refusal);
    for (const attempt of [withToken, ...keys.map((key): [CallOptions, object] => [{ key }, {}])]) {
      const foreign = await send(contract, named, ...attempt);
      const unknown = await send(contract, missing(), ...attempt);
      expect(foreign.status).toBeGreaterThanOrEqual(400);
      expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
    }

    expect(await stateOf(owner)).toEqual(before);
    expectDone(await send(contract, named, { token: owner.token }, sandbox), contract);
  });
});

describe.concurrent.each(drawCases(attackedActions, 2))(
  "the dashboard's action %s",
  (name, { contract, asksPassword }) => {
    it("answers about another merchant's object as about a missing one, changes nothing, and works for its owner", async () => {
      const { owner, named } = await attacked(contract.path);
      const ownersBrowser = await signIn(owner);
      const before = await stateOf(owner);
      const { missing, mode = "test" } = kindOf(contract.path);
      const actOn = (browser: Browser, whose: Merchant, on: Named) => {
        const proof = asksPassword && { password: whose.password };
        return act(browser, name, { ...bodyFor(contract), ...proof, ...on }, { mode });
      };

      const foreign = await actOn(strangersBrowser, stranger, named);
      const unknown = await actOn(strangersBrowser, stranger, missing());
      expect([400, 404]).toContain(foreign.status);
      expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);

      expect(await stateOf(owner)).toEqual(before);
      expectDone(await actOn(ownersBrowser, owner, named), contract);
    });
  },
);

it("no list shows a merchant anything of another's", async () => {
  const lists = endpoints.filter(
    ({ method, path, auth }) => method === "GET" && !path.includes("{") && auth !== "none",
  );
  expect(lists.length).toBeGreaterThan(8);
  expect(attackedIds.length).toBeGreaterThan(30);
  for (const contract of lists) {
    const { text } = await send(contract, {}, { token: stranger.token }, sandbox);
    expect(attackedIds.filter((id) => text.includes(id))).toEqual([]);
  }
});
