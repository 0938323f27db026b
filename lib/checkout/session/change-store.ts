import { afterCommit, query } from "@/lib/db/client";
import type { Attempt } from "@/lib/db/generated/client";
import { assignments, insertion, type Statement, sql, writeTogether } from "@/lib/db/sql";
import { meters } from "@/lib/kit/telemetry/meters";
import type { CustomerField } from "@/lib/reference/customer-details";
import { declineCodes } from "@/lib/reference/decline-codes";
import { approvedCode, ownCodes } from "@/lib/reference/response-codes";
import type { LockedSession } from "./lock-store";
import type { AttemptChange, SessionChange } from "./session-model";
import type { SessionRow } from "./session-row-store";

/** The writes of one decision. They are the parts of one statement, together with those of other tables. */

/** The columns of a session that a change sets. */
export type SessionColumns = Partial<
  Pick<
    SessionRow,
    | "state"
    | "failures"
    | "isLeaving"
    | "lastCode"
    | "status"
    | "code"
    | "ending"
    | "finalisedAt"
    | "handedOverAt"
    | "takenOverAt"
    | "attemptId"
    | "language"
    | CustomerField
    | "card"
    | "cardNetwork"
  >
> & { holdsOrder?: boolean };

export function columnsOfChange(locked: LockedSession, change: SessionChange): SessionColumns {
  const { now, failures } = locked.situation;
  return {
    state: change.state,
    ...(change.isFailure && { failures: failures + 1 }),
    ...(change.isLeaving && { isLeaving: true }),
    ...(change.isTakenOver && { takenOverAt: now }),
    ...(change.lastCode !== undefined && { lastCode: change.lastCode }),
    ...(change.result && { ...change.result, finalisedAt: now }),
    holdsOrder: holdsOrder(locked, change),
  };
}

function holdsOrder({ session, situation }: LockedSession, { state, result }: SessionChange): boolean {
  if (situation.purpose === "card_create") return false;
  if (state !== "finalised") return state !== "hosted";
  return result?.status === "success" && session.account.settings.refusesPaidOrders;
}

/** Updates a session only if it still has the state that was locked. */
const sessionPart = ({ id, situation }: LockedSession, columns: SessionColumns): Statement => sql`
  changed AS (
    UPDATE checkout_session SET ${assignments(columns)} WHERE id = ${id} AND state = ${situation.state} RETURNING id)`;

/** A write of a decision, as part of its statement. */
export type WritePart = Statement;

/** Runs parts that do not change the session as one statement. */
export async function writeParts(parts: readonly WritePart[]): Promise<void> {
  if (parts.length > 0) await query(writeTogether(parts));
}

/** Runs the change of a session and further parts as one statement. */
export async function writeSession(
  locked: LockedSession,
  columns: SessionColumns,
  parts: readonly WritePart[],
): Promise<void> {
  const rows = await query(sql`${writeTogether([sessionPart(locked, columns), ...parts])} FROM changed`);
  // The lock guarantees that the session still has its state, so an update that matches no row is a bug.
  if (rows.length !== 1) throw new Error("A session moved although it was locked.");
  if (columns.status) afterCommit(() => countResult(locked, columns));
}

/** A bank may send any two characters. Codes that are not listed share one label, so that the labels stay few. */
const knownCodes: ReadonlySet<string> = new Set([approvedCode, ...ownCodes, ...declineCodes]);

function countResult({ session, situation }: LockedSession, { status, code }: SessionColumns): void {
  const { environment } = session;
  const label = code && knownCodes.has(code) ? code : "other";
  meters()?.payment({ environment, purpose: situation.purpose, status: status ?? "", code: label });
}

type AttemptColumns = Partial<Omit<Attempt, "id" | "sessionId">>;

/** The update of an attempt, or nothing if no column changes. */
export function attemptParts(
  id: string,
  change: AttemptChange,
  { now, ...learnt }: AttemptColumns & { now: Date },
): Statement[] {
  const columns: AttemptColumns = {
    ...(change.state && { state: change.state }),
    ...(change.code !== undefined && { code: change.code }),
    ...(change.browserSteps !== undefined && { browserSteps: change.browserSteps }),
    ...(change.isCalled && { calledAt: now, inquiries: 0 }),
    ...(change.inquireAt !== undefined && { inquireAt: change.inquireAt }),
    ...(change.void === "done" && { voidAt: null, voidedAt: now }),
    ...((change.void === "none" || change.void === "refund") && { voidAt: null }),
    ...(change.void instanceof Date && { voidAt: change.void }),
    ...learnt,
  };
  if (Object.keys(columns).length === 0) return [];
  return [sql`answered AS (UPDATE attempt SET ${assignments(columns)} WHERE id = ${id})`];
}

export type NewAttempt = Pick<
  Attempt,
  | "id"
  | "sessionId"
  | "environment"
  | "platform"
  | "amount"
  | "currency"
  | "cardLast4"
  | "cardNetwork"
  | "cardFingerprint"
  | "addressDigest"
  | "startedAt"
  | "calledAt"
> &
  AttemptColumns;

export const newAttemptPart = (attempt: NewAttempt): Statement => sql`
  begun AS (INSERT INTO attempt ${insertion(attempt)})`;
