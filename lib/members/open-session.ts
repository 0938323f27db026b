import { recordSignIn } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import { later, minute, now } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import { sessionLifetimeMs } from "./sessions";
import { ensureHolder, insertSession, type Person } from "./store";

export type Browser = { clientAddress: string; userAgent: string };

type SignedIn = { accountNumber: string; memberId: string; passwordHash: string; hasSecondFactor: boolean };

export const codeWaitMs = 10 * minute;
const userAgentLengthMax = 200;

export const incorrect = () =>
  new AppError("unauthorised", "The email or the password is wrong.", { refusal: { reason: "sign_in_wrong" } });

/** Signs a browser in. If the member has a second factor, the session first awaits a code. */
export async function openMemberSession(
  { accountNumber, memberId, passwordHash, hasSecondFactor }: SignedIn,
  browser: Browser,
) {
  const at = now();
  const session = {
    id: newUlid(at),
    accountNumber,
    memberId,
    awaitsSecondFactor: hasSecondFactor,
    address: browser.clientAddress,
    userAgent: browser.userAgent.slice(0, userAgentLengthMax),
    createdAt: at,
    lastSeenAt: at,
    endsAt: later(hasSecondFactor ? codeWaitMs : sessionLifetimeMs, at),
  };
  await inTransaction(async () => {
    if (memberId === accountNumber) await ensureHolder(accountNumber, at);
    if (!(await insertSession(session, passwordHash))) throw incorrect();
    if (!hasSecondFactor) await recordSessionOpened({ accountNumber, memberId }, browser);
  });
  return { sessionId: session.id, awaitsSecondFactor: hasSecondFactor };
}

/** Records a sign-in. Call it last in the transaction that signs a browser in, because it locks the audit chain. */
export async function recordSessionOpened(
  { accountNumber, memberId }: Person,
  { clientAddress }: Browser,
): Promise<void> {
  await recordSignIn(`member ${memberId}`, accountNumber, "session.opened", { detail: { address: clientAddress } });
}
