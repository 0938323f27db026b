import { expect, it } from "vitest";
import { openSession, openShop, requestSession } from "@/e2e/support/checkout";
import { administer } from "@/e2e/support/product";
import { db } from "@/lib/db/client";
import { env } from "@/lib/kit/env";
import { countHistory } from "./count-store";

it("the count of a long history is exact, whether its old part is counted or remembered", async () => {
  const shop = await openShop();
  const owner = { accountNumber: shop.accountNumber, environment: "sandbox" } as const;
  await openSession(shop);
  await openSession(await openShop());
  // 12,000 more, of two hours ago.
  await administer(
    env().DATABASE_URL ?? "",
    `INSERT INTO checkout_session SELECT copy.* FROM checkout_session s, generate_series(1, 12000) n,
       LATERAL jsonb_populate_record(NULL::checkout_session, to_jsonb(s) || jsonb_build_object(
         'id', lpad(n::text, 26, '0'), 'transaction_id', 'SB-' || n, 'accepted_at', s.accepted_at - interval '2 hours')) copy
     WHERE s.account_number = '${shop.accountNumber}'`,
  );
  expect(await countHistory(owner)).toBe(12_001);
  expect(await db().historyCount.findMany()).toMatchObject([{ ...owner, counted: 12_000 }]);
  await Promise.all(Array.from({ length: 5 }, () => requestSession(shop)));
  expect(await countHistory(owner)).toBe(12_006);
});
