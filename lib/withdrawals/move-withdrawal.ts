import { recordBy } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import type { Owner } from "@/lib/http/caller";
import { now } from "@/lib/kit/clock";
import { payHeld, releaseHeld } from "@/lib/ledger/post";
import type { Currency } from "@/lib/reference/currencies";
import { descriptionOf } from "./record";
import { cancelled, effectOf, type Status, sourcesOf } from "./status";
import { moveStatus } from "./store";
import { tellOfWithdrawal } from "./tell";

type Move = {
  /** Whose it must be, where it is not the operator or the worker who moves it. */
  owner?: Owner;
  movesAt?: Date | null;
  /** Who moves it, where it does not move by itself. */
  actor?: string;
};

/** The one way a withdrawal moves, and its money with it. False where it could not from where it stands. */
export async function moveWithdrawal(
  transactionId: string,
  to: Status,
  { owner, movesAt = null, actor }: Move = {},
): Promise<boolean> {
  return inTransaction(async () => {
    const moved = await moveStatus({ transactionId, to, from: sourcesOf(to), at: now(), movesAt, owner });
    if (!moved) return false;
    const { accountNumber, environment, amount } = moved;
    const purse = { accountNumber, environment, currency: moved.currency as Currency };
    const errand = { purse, amount, subject: transactionId, for: "withdrawal" } as const;
    const effect = effectOf(to);
    if (effect === "pay") await payHeld(errand);
    if (effect === "release") await releaseHeld(errand);
    await tellOfWithdrawal(moved);
    const action = to === cancelled ? "withdrawal.cancelled" : "withdrawal.moved";
    const detail = { environment, status: descriptionOf(moved) };
    if (actor) await recordBy(actor, accountNumber, action, { subject: transactionId, detail });
    return true;
  });
}
