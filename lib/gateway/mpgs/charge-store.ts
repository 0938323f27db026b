import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { sql } from "@/lib/db/sql";
import { minute, second } from "@/lib/kit/clock";
import { seal, unseal } from "@/lib/kit/secrets/crypto";
import type { Authentication, AuthoriseRequest } from "../port";
import { createRefundStore } from "../records/refund-store";
import type { RecordTables } from "../records/tables";
import type { PayerFacts } from "./wire/requests";

export const mpgsTables: RecordTables = { charges: sql`mpgs_charge`, refunds: sql`mpgs_refund` };
export const mpgsRefundStore = createRefundStore(mpgsTables);

const stepsSeal = "mpgs steps";
/** The gateway keeps a session for about 15 minutes. */
const sessionUsableMs = 14 * minute;
/** After this time an answer before the payment is ignored, because the checkout may have given the charge up. */
const answerUsableMs = 35 * second;

/** What the steps before the payment need: the gateway's session, the payer's facts, and the bank's page. */
export type Steps = {
  sessionId: string;
  facts: PayerFacts;
  page: BankPage;
};

/** On the page `method` the bank looks at the browser. On the page `challenge` it asks the payer. */
type BankPage = { kind: "method" | "challenge"; html: string; step: number };

/** Returns false if the charge exists already. */
export async function insertMpgsCharge(
  { attemptId, amount, currency, card, requireAuthentication }: AuthoriseRequest,
  place: { terminalId: string; needsCapture: boolean },
  saleSentAt: Date,
): Promise<boolean> {
  const charge = { attemptId, amount, currency, network: card.network, saleSentAt, ...place };
  const { count } = await db().mpgsCharge.createMany({
    data: { ...charge, requiresAuthentication: requireAuthentication },
    skipDuplicates: true,
  });
  return count === 1;
}

export async function findMpgsCharge(attemptId: string) {
  const row = await db().mpgsCharge.findUnique({ where: { attemptId } });
  // The cast is safe, because only the functions of this file write the column.
  return row && { ...row, authentication: row.authentication as Authentication | null };
}

export type MpgsCharge = NonNullable<Awaited<ReturnType<typeof findMpgsCharge>>>;

/** Nothing has ended the charge, and its payment has not been sent. */
const isOpen = { paymentSentAt: null, voidedAt: null, declineCode: null } as const;

/**
 * Keeps the page of the bank that the first calls led to, with what the next steps need. Returns false if the charge
 * has ended, or if the answer comes too late.
 */
export async function storeFirstPage(attemptId: string, steps: Steps, at: Date): Promise<boolean> {
  const { count } = await db().mpgsCharge.updateMany({
    where: { attemptId, ...isOpen, sealedSteps: null, saleSentAt: { gt: new Date(at.getTime() - answerUsableMs) } },
    data: { sealedSteps: sealed(attemptId, steps), saleEndedAt: at },
  });
  return count === 1;
}

/** Keeps the challenge that followed the page on which the bank looked at the browser. */
export async function storeNextPage(attemptId: string, steps: Steps, at: Date): Promise<boolean> {
  const { count } = await db().mpgsCharge.updateMany({
    where: { attemptId, ...isOpen, authenticateSentAt: { gt: new Date(at.getTime() - answerUsableMs) } },
    data: { sealedSteps: sealed(attemptId, steps) },
  });
  return count === 1;
}

const sealed = (attemptId: string, steps: Steps) => new Uint8Array(seal(stepsSeal, attemptId, JSON.stringify(steps)));

/** The steps of a charge whose payment was not sent. Null if the gateway has forgotten the session. */
export function stepsOf({ attemptId, sealedSteps, saleSentAt }: MpgsCharge, at: Date): Steps | null {
  if (!sealedSteps || at.getTime() - saleSentAt.getTime() >= sessionUsableMs) return null;
  // The cast is safe, because only the functions of this file write the column.
  return JSON.parse(unseal(stepsSeal, attemptId, sealedSteps)) as Steps;
}

/** Claims the call that asks the card's bank, which is made once. */
export async function claimAuthentication(attemptId: string, at: Date): Promise<boolean> {
  const { count } = await db().mpgsCharge.updateMany({
    where: { attemptId, ...isOpen, authenticateSentAt: null },
    data: { authenticateSentAt: at },
  });
  return count === 1;
}

/** Claims the call that moves money, and erases what the steps before it needed. Of several claims one succeeds. */
export async function claimPayment(
  attemptId: string,
  authentication: Authentication | null,
  at: Date,
): Promise<boolean> {
  const rows = await query(sql`
    UPDATE mpgs_charge SET payment_sent_at = ${at}, sealed_steps = NULL, sale_ended_at = coalesce(sale_ended_at, ${at}),
      authentication = ${authentication && JSON.stringify(authentication)}::jsonb
    WHERE attempt_id = ${attemptId} AND payment_sent_at IS NULL AND voided_at IS NULL AND decline_code IS NULL
      AND sale_sent_at > ${new Date(at.getTime() - sessionUsableMs)}
    RETURNING attempt_id`);
  return rows.length === 1;
}

/** Ends a charge whose payment was provably not processed. */
export async function cancelPayment(attemptId: string, at: Date): Promise<void> {
  await db().mpgsCharge.updateMany({ where: { attemptId }, data: { paymentSentAt: null, voidedAt: at } });
}

/** Records a decline before the payment. Returns false if the payment was sent in the meantime. */
export async function endUnpaid(
  attemptId: string,
  { declineCode, authentication }: { declineCode: string; authentication: Authentication | null },
): Promise<boolean> {
  const { count } = await db().mpgsCharge.updateMany({
    where: { attemptId, ...isOpen },
    data: { declineCode, sealedSteps: null, ...(authentication && { authentication }) },
  });
  return count === 1;
}

/** Cancels a charge whose payment was never sent. Returns false if the payment was sent. */
export async function cancelUnpaid(attemptId: string, at: Date): Promise<boolean> {
  const { count } = await db().mpgsCharge.updateMany({
    where: { attemptId, paymentSentAt: null },
    data: { voidedAt: at, sealedSteps: null },
  });
  return count === 1;
}

/** Claims the right to void until a later time, so that two processes do not void at once. */
export async function claimVoid(attemptId: string, at: Date, until: Date): Promise<boolean> {
  const { count } = await db().mpgsCharge.updateMany({
    where: { attemptId, OR: [{ voidRunningUntil: null }, { voidRunningUntil: { lte: at } }] },
    data: { voidRunningUntil: until },
  });
  return count === 1;
}

export async function updateMpgsCharge(
  attemptId: string,
  values: Omit<Prisma.MpgsChargeUpdateManyMutationInput, "authentication">,
): Promise<void> {
  await db().mpgsCharge.updateMany({ where: { attemptId }, data: values });
}

export async function recordVoid(attemptId: string, voidedAt: Date): Promise<void> {
  await db().mpgsCharge.updateMany({ where: { attemptId, voidedAt: null }, data: { voidedAt } });
}

/** Erases what the steps of payers who never returned needed. */
export async function eraseExpiredSteps(before: Date): Promise<void> {
  await query(
    sql`UPDATE mpgs_charge SET sealed_steps = NULL WHERE sealed_steps IS NOT NULL AND sale_sent_at < ${before}`,
  );
}
