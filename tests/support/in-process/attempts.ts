import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { newUlid } from "@/lib/kit/ids";
import { openShop, requestSession } from "./checkout";

export type AttemptColumns = Partial<Prisma.AttemptUncheckedCreateInput>;

/** An attempt in a session of its own, as it stands in the table. It is live and its outcome is unknown. */
export async function createAttempt({ environment = "live", ...columns }: AttemptColumns = {}) {
  const { id: sessionId } = await requestSession(await openShop());
  await db().checkoutSession.update({ where: { id: sessionId }, data: { environment } });
  const at = new Date();
  return db().attempt.create({
    data: {
      id: newUlid(at),
      sessionId,
      environment,
      platform: "TT",
      amount: 1000n,
      currency: "TTD",
      state: "unknown",
      cardLast4: "1111",
      cardNetwork: "visa",
      cardFingerprint: new Uint8Array(32),
      addressDigest: new Uint8Array(32),
      startedAt: at,
      calledAt: at,
      ...columns,
    },
  });
}
