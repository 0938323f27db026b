import { expect, inject, it } from "vitest";
import { leaveCheckout } from "@/lib/checkout/page/customer-actions";
import { query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { cards, moneyHeldBy, openSession, openShop, pay, visitBank } from "@/tests/support/in-process/checkout";
import type { StoryAcquirer } from "@/tests/support/in-process/interleaving";
import { describeInterleavings } from "@/tests/support/in-process/interleaving-suite";

const approvable = new Set([
  "approved",
  "challenged",
  "streetFails",
  "zipFails",
  "addressUnavailable",
  "slow",
  "silentThenApproved",
]);

const acquirer: StoryAcquirer = {
  cardNumber: (name) => cards[name as keyof typeof cards],
  hanging: new Set(["slow", "silentThenApproved", "silentThenDeclined", "silent"]),
  open: openSession,
  pay,
  async findChallenge({ id }) {
    const [challenge] = await query<{ id: string }>(sql`
      SELECT c.id FROM attempt a JOIN sandbox_charge c ON c.id = a.id AND c.challenge <> 'none'
      WHERE a.session_id = ${id} ORDER BY a.id DESC LIMIT 1`);
    return challenge?.id ?? null;
  },
  visitBank,
  keepChallenge: () => {},
  breakNext: () => {},
  findHeld: moneyHeldBy,
};

describeInterleavings({
  acquirer,
  environment: "sandbox",
  openShop,
  cardNames: Object.keys(cards),
  isApprovable: (card, avs) => approvable.has(card) || (card === "addressFails" && !avs),
  faults: [],
  runs: inject("isDeep") ? 10_000 : 16,
});

it("the database refuses changes of the timeline and of a result", async () => {
  const each = await openSession(await openShop());
  const changed = query(sql`UPDATE session_event SET type = 'left' WHERE session_id = ${each.id}`);
  await expect(changed).rejects.toThrow("append-only");
  const deleted = query(sql`DELETE FROM session_event WHERE session_id = ${each.id}`);
  await expect(deleted).rejects.toThrow("append-only");
  await leaveCheckout(each.token);
  const paid = query(sql`UPDATE checkout_session SET status = 'success', code = '00' WHERE id = ${each.id}`);
  await expect(paid).rejects.toThrow("stands");
});
