import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { sql } from "@/lib/db/sql";
import { second } from "@/lib/kit/clock";
import { newUuid } from "@/lib/kit/ids";
import { seal, unseal } from "@/lib/kit/secrets/crypto";
import type { Authentication, AuthoriseRequest } from "../port";
import { createRefundStore } from "../records/refund-store";
import type { RecordTables } from "../records/tables";

export const powertranzTables: RecordTables = { charges: sql`powertranz_charge`, refunds: sql`powertranz_refund` };
export const powertranzRefundStore = createRefundStore(powertranzTables);

const tokenSeal = "powertranz token";
/** The gateway accepts a token for 300 s. The margin covers the way to the gateway. */
const tokenUsableMs = 290 * second;
/** After this time an answer to the first call is ignored, because the checkout may have given the charge up. */
const saleUsableMs = 35 * second;

/** Returns the identifier of a new charge, or null if the charge exists already. */
export async function insertPowertranzCharge(
  { attemptId, amount, currency, card, requireAuthentication }: AuthoriseRequest,
  terminalId: string,
  saleSentAt: Date,
): Promise<string | null> {
  const transactionIdentifier = newUuid();
  const charge = { attemptId, transactionIdentifier, terminalId, amount, currency, network: card.network, saleSentAt };
  const { count } = await db().powertranzCharge.createMany({
    data: { ...charge, requiresAuthentication: requireAuthentication },
    skipDuplicates: true,
  });
  return count === 1 ? transactionIdentifier : null;
}

export async function findPowertranzCharge(attemptId: string) {
  const row = await db().powertranzCharge.findUnique({ where: { attemptId }, include: { refunds: true } });
  // The cast is safe, because only the functions of this file write the column.
  return row && { ...row, authentication: row.authentication as Authentication | null };
}

export type PowertranzCharge = NonNullable<Awaited<ReturnType<typeof findPowertranzCharge>>>;

/**
 * Keeps the token of the first call. Its age counts from the start of the call, because the gateway issued it some time
 * before the answer arrived. Returns false if the charge has ended, or if the answer comes too late.
 */
export async function storeToken(attemptId: string, token: string, at: Date): Promise<boolean> {
  const sealedToken = new Uint8Array(seal(tokenSeal, attemptId, token));
  const rows = await query(sql`
    UPDATE powertranz_charge SET sealed_token = ${sealedToken}, token_issued_at = sale_sent_at, sale_ended_at = ${at}
    WHERE attempt_id = ${attemptId} AND voided_at IS NULL AND decline_code IS NULL AND token_issued_at IS NULL
      AND sale_sent_at > ${new Date(at.getTime() - saleUsableMs)}
    RETURNING attempt_id`);
  return rows.length === 1;
}

/** The token of a charge whose payment has not been sent. */
export const tokenOf = ({ attemptId, sealedToken }: PowertranzCharge): string | null =>
  sealedToken && unseal(tokenSeal, attemptId, sealedToken);

export const isTokenUsable = ({ tokenIssuedAt }: PowertranzCharge, at: Date): boolean =>
  tokenIssuedAt !== null && at.getTime() - tokenIssuedAt.getTime() < tokenUsableMs;

/**
 * Claims the token for the payment call and erases it. Of several claims exactly one succeeds, so a token is never used
 * twice.
 */
export async function claimPayment(
  attemptId: string,
  authentication: Authentication | null,
  at: Date,
): Promise<boolean> {
  const { count } = await db().powertranzCharge.updateMany({
    where: {
      attemptId,
      paymentSentAt: null,
      voidedAt: null,
      declineCode: null,
      tokenIssuedAt: { gt: new Date(at.getTime() - tokenUsableMs) },
    },
    data: { paymentSentAt: at, sealedToken: null, ...(authentication && { authentication }) },
  });
  return count === 1;
}

/** Undoes the claim of a payment that was provably not sent, and ends the charge. */
export async function cancelPayment(attemptId: string, at: Date): Promise<void> {
  await db().powertranzCharge.updateMany({ where: { attemptId }, data: { paymentSentAt: null, voidedAt: at } });
}

/** Records an end of the charge before the payment call. Returns false if the payment was sent in the meantime. */
export async function endUnpaid(
  attemptId: string,
  end: { saleEndedAt?: Date; isoCode?: string | null; declineCode: string; authentication?: Authentication | null },
): Promise<boolean> {
  const { authentication, ...values } = end;
  const { count } = await db().powertranzCharge.updateMany({
    where: { attemptId, paymentSentAt: null, voidedAt: null, declineCode: null },
    data: { ...values, sealedToken: null, ...(authentication && { authentication }) },
  });
  return count === 1;
}

/** Cancels a charge whose payment was never sent. Returns false if the payment was sent. */
export async function cancelUnpaid(attemptId: string, at: Date): Promise<boolean> {
  const { count } = await db().powertranzCharge.updateMany({
    where: { attemptId, paymentSentAt: null },
    data: { voidedAt: at, sealedToken: null },
  });
  return count === 1;
}

export async function updatePowertranzCharge(
  attemptId: string,
  {
    authentication,
    ...values
  }: Omit<Prisma.PowertranzChargeUpdateManyMutationInput, "authentication"> & {
    authentication?: Authentication | null;
  },
): Promise<void> {
  const data = { ...values, ...(authentication && { authentication }) };
  await db().powertranzCharge.updateMany({ where: { attemptId }, data });
}

/** Erases tokens that have expired without a payment. */
export async function eraseExpiredTokens(before: Date): Promise<void> {
  await db().powertranzCharge.updateMany({
    where: { sealedToken: { not: null }, tokenIssuedAt: { lt: before } },
    data: { sealedToken: null },
  });
}

/** Records a payment that the first call already made. */
export async function recordPaidAtOnce(attemptId: string, at: Date): Promise<void> {
  await db().powertranzCharge.updateMany({
    where: { attemptId, paymentSentAt: null },
    data: { paymentSentAt: at, paymentEndedAt: at, saleEndedAt: at },
  });
}

export async function recordVoid(attemptId: string, voidedAt: Date): Promise<void> {
  await db().powertranzCharge.updateMany({ where: { attemptId, voidedAt: null }, data: { voidedAt } });
}

/** Keeps the id that the gateway gave a refund. */
export async function recordRefundIdentifier(refundId: string, transactionIdentifier: string): Promise<void> {
  await db().powertranzRefund.updateMany({ where: { refundId }, data: { transactionIdentifier } });
}
