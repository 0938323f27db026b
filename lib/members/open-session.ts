import { recordSignIn } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import { later, minute, now } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import { sessionLastsFor } from "./sessions";
import { ensureHolder, insertSession, type Person } from "./store";

export type Browser = { clientAddress: string; userAgent: string };

type Who = { accountNumber: string; memberId: string; passwordHash: string; hasSecondFactor: boolean };

export const codeIsAwaitedFor = 10 * minute;
const userAgentLengthMax = 200;

export const incorrect = () => new AppError("unauthorised", "The email or the password is wrong.");

/** Signs a browser in; whoever has a second factor, as far as asking for its code. */
export async function openMemberSession(
  { accountNumber, memberId, passwordHash, hasSecondFactor }: Who,
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
    endsAt: later(hasSecondFactor ? codeIsAwaitedFor : sessionLastsFor, at),
  };
  await inTransaction(async () => {
    if (memberId === accountNumber) await ensureHolder(accountNumber, at);
    if (!(await insertSession(session, passwordHash))) throw incorrect();
    if (!hasSecondFactor) await noteSignIn({ accountNumber, memberId }, browser);
  });
  return { sessionId: session.id, awaitsSecondFactor: hasSecondFactor };
}

/** The last thing of the transaction that signs a browser in. */
export async function noteSignIn({ accountNumber, memberId }: Person, { clientAddress }: Browser): Promise<void> {
  await recordSignIn(`member ${memberId}`, accountNumber, "session.opened", { detail: { address: clientAddress } });
}
