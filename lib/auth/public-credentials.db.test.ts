import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { seedSandbox } from "@/lib/accounts/seed-sandbox";
import { extendEnv } from "@/lib/kit/env";
import { findViewerOf } from "@/lib/members/sessions";
import { sandbox } from "@/lib/reference/sandbox";
import { createWebhookEndpoint } from "@/lib/webhooks/contract";
import { createWebhook } from "@/lib/webhooks/endpoints/manage-endpoints";
import { openTestAccount } from "@/tests/support/http/accounts";
import { enterAs, laptop, refusalOf } from "@/tests/support/http/members";
import { inProduction } from "@/tests/support/http/production";
import { accountOfGrant, createSub } from "@/tests/support/http/sub-accounts";
import { callerOf } from "@/tests/support/http/withdrawals";
import { authenticate } from "./authenticate";
import { grantToken } from "./tokens/grant-token";
import { refreshToken } from "./tokens/refresh-token";
import { rotateSigningKey } from "./tokens/signing-keys";

beforeAll(seedSandbox);
// Empty, as it was: files that run later in this process may be in production.
afterEach(() => void extendEnv({ SEED_SANDBOX: "" }));
// The next test file starts with an empty database, so the signing keys of this one must not stay in memory.
afterAll(rotateSigningKey);

const people = [sandbox.merchant, sandbox.person].map(({ email }) => ({ email, password: sandbox.password }));
const { clientAddress } = laptop;
const bearer = (token: string) => authenticate({ authorization: `Bearer ${token}`, apiKey: null, clientAddress });
const byKey = () => authenticate({ authorization: null, apiKey: sandbox.apiKey, clientAddress });
const statusOf = (work: Promise<unknown>) => work.then(() => 200).catch((error) => error.status);

describe("the public sandbox credentials", () => {
  it("are refused while SEED_SANDBOX is off, even if an earlier start seeded them", async () => {
    for (const person of people) {
      const granted = await grantToken({ ...person, scopes: ["svc-user-retrieve"] }, clientAddress);
      const { sessionId } = await enterAs(person);
      const attempts = () => [
        statusOf(grantToken({ ...person, scopes: ["svc-user-retrieve"] }, clientAddress)),
        statusOf(bearer(granted.access_token)),
        statusOf(byKey()),
        statusOf(enterAs(person)),
        findViewerOf(sessionId).then((viewer) => (viewer ? 200 : 401)),
        statusOf(refreshToken(granted.refresh_token)),
      ];
      extendEnv({ SEED_SANDBOX: "false" });
      expect(await Promise.all(attempts())).toEqual([401, 401, 401, 401, 401, 401]);
      extendEnv({ SEED_SANDBOX: "true" });
      expect((await Promise.all(attempts().slice(0, 5))).every((status) => status === 200)).toBe(true);
    }
    const other = await openTestAccount();
    extendEnv({ SEED_SANDBOX: "false" });
    expect(await accountOfGrant(other)).toBe(other.accountNumber);
  });

  it("cannot create accounts or webhooks in production, and the error says why; in development they can", async () => {
    const caller = { ...callerOf(sandbox.merchant.accountNumber), canGoLive: false };
    const hook = createWebhookEndpoint.body.parse({ url: "https://shop.example/hook", events: ["*"] });
    const creations = () => [createSub(caller), createWebhook(caller, "sandbox", hook)];
    expect(await Promise.all(creations().map(statusOf))).toEqual([200, 200]);
    const leave = inProduction({ SEED_SANDBOX: "true" });
    const refusals = await Promise.all(creations().map(refusalOf));
    const reason = (what: string) =>
      `Anyone can use the public sandbox accounts, so they cannot create ${what} here. Sign up for an account of your own.`;
    expect(refusals).toEqual([reason("accounts"), reason("webhooks")]);
    expect(await Promise.all(creations().map(statusOf))).toEqual([403, 403]);
    expect(await statusOf(byKey())).toBe(200);
    const own = callerOf((await openTestAccount()).accountNumber);
    expect(await statusOf(createWebhook(own, "sandbox", hook))).toBe(200);
    leave();
  });
});
