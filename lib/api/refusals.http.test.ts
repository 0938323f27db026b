import { beforeAll, describe, expect, inject, it } from "vitest";
import type { EndpointSpec } from "@/lib/http/message/endpoint";
import { allScopes, covers, type Scope, type ScopeModule, scopesOf } from "@/lib/reference/scopes";
import { grant, type Merchant, newKey, newMerchant } from "@/tests/support/http/accounts";
import { call, freshAddress } from "@/tests/support/http/client";
import { drawCases } from "@/tests/support/in-process/seed";
import { endpoints } from "./endpoints";

/**
 * These tests are generated from the contracts of all endpoints, so a new endpoint needs no new test here. An ordinary
 * run draws a third of the endpoints.
 */
const { roomy } = inject("product");
const guarded = endpoints
  .filter(({ auth }) => auth !== "none")
  .map((contract) => [`${contract.method} ${contract.path}`, contract] as const);
const scoped = guarded.filter(([, { scopes }]) => scopes.length > 0);

let merchant: Merchant;
let ended: Awaited<ReturnType<typeof endedCredentials>>;
beforeAll(async () => {
  merchant = await newMerchant();
  ended = await endedCredentials();
});

/** Creates credentials that are revoked, expired, or valid only from other addresses. */
async function endedCredentials() {
  const token: string = (await grant(merchant, ["svc-user-all"])).body.access_token;
  await call(roomy, "DELETE", "/api/auth/tokens", { token });
  const revoked = await newKey(merchant, ["svc-user-all"]);
  await call(roomy, "DELETE", `/api/user/api-keys/${revoked.kid}`, { token: merchant.token });
  const expired = await newKey(merchant, ["svc-user-all"]);
  await call(roomy, "POST", `/api/user/api-keys/${expired.kid}/roll`, {
    token: merchant.token,
    json: { overlap_seconds: 0 },
  });
  const fenced = await newKey(merchant, ["svc-user-all"], { cidrs: ["203.0.113.0/24"] });
  return [{ token }, { key: revoked.key }, { key: expired.key }, { key: fenced.key, as: "203.0.114.1" }];
}

/** Caches one token and one API key per set of scopes, because creating them is slow. */
const made = new Map<string, Promise<{ token: string; key: string }>>();
function credentialsWith(scopes: readonly Scope[]): Promise<{ token: string; key: string }> {
  const make = async () => {
    const token: string = (await grant(merchant, scopes)).body.access_token;
    const { key } = await newKey(merchant, scopes, { environment: "live" });
    return { token, key };
  };
  const known = made.get(scopes.join()) ?? make();
  made.set(scopes.join(), known);
  return known;
}

const send = ({ method, path }: EndpointSpec, options: Parameters<typeof call>[3]) =>
  call(
    roomy,
    method,
    `/api${path.replace("{account_number}", merchant.accountNumber).replace(/\{\w+\}/g, "0".repeat(18))}`,
    {
      as: freshAddress(),
      ...options,
    },
  );

const unauthorised = { status: 401, body: { message: "Unauthorized" } };
const wrongScopes = ({ scopes }: EndpointSpec) =>
  allScopes.filter((scope) => !scopes.some((wanted) => covers(new Set([scope]), wanted)));

describe.each(drawCases(guarded, 3))("%s", (_name, contract) => {
  it("refuses missing, double, broken and unknown credentials", async () => {
    const { token, key } = await credentialsWith(allScopes);
    const unknown = `svc_test_${"0".repeat(18)}_${"0".repeat(64)}`;
    for (const sent of [{}, { token, key }, { token: "a.b.c" }, { token: key }, { key: token }, { key: unknown }]) {
      expect(await send(contract, sent)).toMatchObject(unauthorised);
    }
  });

  it("refuses a revoked token and a revoked, expired or misplaced key", async () => {
    for (const sent of ended) expect(await send(contract, sent)).toMatchObject(unauthorised);
  });
});

describe.each(drawCases(scoped, 3, 1))("%s", (_name, contract) => {
  /** Names an account that does not exist: the request shows whether it passes the guard, but changes nothing. */
  const away = { ...contract, path: contract.path.replace("{account_number}", "9999999999") } as EndpointSpec;

  it("refuses every credential without its scope", async () => {
    const forbidden = { status: 403, body: { message: "Invalid scope(s) provided." } };
    const { token, key } = await credentialsWith(wrongScopes(contract));
    expect(await send(contract, { token })).toMatchObject(forbidden);
    if (contract.auth === "any") expect(await send(contract, { key })).toMatchObject(forbidden);
  });

  it("accepts its module's -all scope", async () => {
    const modules: ScopeModule[] = [
      "accounts",
      "payment-links",
      "transactions",
      "trusted-cards",
      "user",
      "withdrawals",
    ];
    const module = modules.find((name) => contract.scopes.some((scope) => scopesOf(name).includes(scope)));
    const { token } = await credentialsWith([`svc-${module}-all` as Scope]);
    const { status } = await send(away, { token, raw: "{}", headers: { "content-type": "application/json" } });
    expect([200, 400, 404]).toContain(status);
  });

  it("accepts a credential that has only one of its scopes", async () => {
    for (const scope of contract.scopes) {
      const { token } = await credentialsWith([scope]);
      const { status } = await send(away, { token, raw: "{}", headers: { "content-type": "application/json" } });
      expect([200, 400, 404]).toContain(status);
    }
  });

  it("refuses an API key where a bearer token is required", async () => {
    const { key } = await credentialsWith(allScopes);
    const { status, body } = await send(away, { key });
    if (contract.auth === "bearer") expect([status, body]).toEqual([401, { message: "Unauthorized" }]);
    else expect(status).not.toBe(401);
  });
});

it("the suite covers every endpoint that needs a credential", () => {
  const open = endpoints.filter(({ auth }) => auth === "none").map(({ method, path }) => `${method} ${path}`);
  expect(open).toEqual([
    "POST /auth/tokens",
    "POST /auth/tokens/refresh",
    "POST /pay/{slug}",
    "GET /withdrawals/meta",
    "POST /plugins/payments/request",
    "GET /plugins/get/currencies",
    "GET /plugins/get/environments",
    "GET /plugins/get/fee_structures",
    "GET /plugins/get/states",
    "POST /sandbox/sessions/{token}/clock",
    "POST /sandbox/sessions/{token}/simulation",
  ]);
  expect(guarded.length + open.length).toBe(endpoints.length);
});
