import { beforeAll, describe, expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import { newKey, newMerchant } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";
import { hostileTargets } from "@/tests/support/http/hostile-targets";

/**
 * As in production, where not even loopback is allowed; lib/webhooks/endpoints/targets.test.ts has the names that
 * resolve to it.
 */
const { production } = inject("product");
const good = { url: "https://hooks.shop.example/in", events: ["webhook.test"] };

let key: string;
let accountNumber: string;
let id: string;
beforeAll(async () => {
  const merchant = await newMerchant();
  accountNumber = merchant.accountNumber;
  key = (await newKey(merchant, ["svc-user-all"])).key;
  const { body } = await call(production, "POST", "/api/user/webhooks", { key, json: good });
  id = body.data.id;
});

const message = expect.stringMatching(/^The url must be an https address/);

describe("a webhook", () => {
  it.each(hostileTargets)("is neither created at nor moved to %s", async (url) => {
    const created = await call(production, "POST", "/api/user/webhooks", { key, json: { ...good, url } });
    const moved = await call(production, "PATCH", `/api/user/webhooks/${id}`, { key, json: { url } });
    for (const { status, body } of [created, moved]) {
      expect([status, body]).toEqual([400, { message, errors: { url: [message] } }]);
    }
  });

  it("stays the only one, where it was, after all of these", async () => {
    const rows = await db().webhookEndpoint.findMany({ where: { accountNumber } });
    expect(rows.map(({ url }) => url)).toEqual([good.url]);
  });
});
