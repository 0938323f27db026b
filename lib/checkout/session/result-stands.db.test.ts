import { expect, it } from "vitest";
import { query } from "@/lib/db/client";
import { rawSql, sql } from "@/lib/db/sql";
import { cards, openSession, openShop, pay } from "@/tests/support/in-process/checkout";

const changes = [
  "state = 'hosted'",
  "status = 'failed'",
  "code = '05'",
  "ending = 'left'",
  "finalised_at = now()",
  "total = total + 1",
  "customer_fee = customer_fee + 1",
  "merchant_fee = merchant_fee + 1",
  "currency = 'USD'",
  "card = 'another'",
  "attempt_id = NULL",
  "transaction_id = 'another'",
  "order_id = 'another'",
  "data = 'another'",
  "response_url = 'https://another.example'",
  "account_number = 'another'",
  "environment = 'live'",
  "purpose = 'card_create'",
  "charged_card_uuid = gen_random_uuid()",
];

it("the database refuses to change the result of a final session, and allows to note more about it", async () => {
  const session = await openSession(await openShop());
  expect((await pay(session, cards.approved)).result?.status).toBe("success");
  const update = (change: string) =>
    query(
      sql`UPDATE checkout_session SET ${rawSql(change)} WHERE transaction_id = ${session.transactionId} RETURNING id`,
    );
  for (const change of changes) await expect(update(change), change).rejects.toThrow("stands");
  expect(await update("code = code, fraud_confirmed_at = now()")).toHaveLength(1);
});
