import { newTransactionId, newUlid } from "@/lib/kit/ids";
import { payOrder } from "./paid-order";
import { queryProduct } from "./sandbox";
import { type Login, openNewMerchant } from "./signed-in";

/** September is the longest month. The worker does not touch work that is due this late. */
const longAgo = "2025-09-28T20:58:00Z";
const due = "2030-09-28T20:58:00Z";
const amount = 123_456_789;

/**
 * Gives the operator's desk rows of every kind, as long as they can be: two payments that are stuck, a chargeback, an
 * open refund, a late approval, a held withdrawal and an account that waits to go live.
 */
export async function fillDesk(): Promise<void> {
  const merchant = await openNewMerchant();
  const [lost, unvoided, other] = await Promise.all([payOrder(merchant), payOrder(merchant), payOrder(merchant)]);
  const ofPayment = "FROM checkout_session s WHERE s.id = a.session_id AND s.transaction_id = $1";
  await queryProduct(
    `UPDATE attempt a SET state = 'unknown', called_at = $2, inquire_at = $3, inquiries = 1888 ${ofPayment}`,
    [lost.transactionId, longAgo, due],
  );
  await queryProduct(`UPDATE attempt a SET called_at = $2, void_at = $3, void_tries = 1888 ${ofPayment}`, [
    unvoided.transactionId,
    longAgo,
    due,
  ]);
  for (const table of ["refund", "platform_refund"]) {
    await queryProduct(
      `INSERT INTO ${table} (id, session_id, attempt_id, amount, requested_at, due_at)
       SELECT $2, id, attempt_id, $3, $4, $5 FROM checkout_session WHERE transaction_id = $1`,
      [other.transactionId, newUlid(), amount, longAgo, due],
    );
  }
  await queryProduct(
    `INSERT INTO chargeback (id, session_id, amount, opened_at)
     SELECT $2, id, $3, $4 FROM checkout_session WHERE transaction_id = $1`,
    [other.transactionId, newUlid(), amount, longAgo],
  );
  await holdWithdrawal(merchant, "sandbox");
  await queryProduct("UPDATE account SET first_name = $2, last_name = $2 WHERE account_number = $1", [
    merchant.accountNumber,
    "Bartholomew-Featherstonehaugh",
  ]);
}

/** A withdrawal that is held. Only in live, the owner can release it by confirming the payee. */
export async function holdWithdrawal({ accountNumber }: Login, environment: "live" | "sandbox"): Promise<string> {
  const id = newTransactionId(environment);
  await queryProduct(
    `INSERT INTO withdrawal (transaction_id, reference, account_number, environment, platform, type, status, currency,
       amount, confirm_by, created_at, updated_at)
     VALUES ($1, gen_random_uuid(), $2, $3, 'TT', 'normal', 3, 'TTD', $4, $5, $6, $6)`,
    [id, accountNumber, environment, amount, environment === "live" ? due : null, longAgo],
  );
  return id;
}
