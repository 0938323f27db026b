import { expect, inject, it } from "vitest";
import { leaveCheckout } from "@/lib/checkout/page/customer-actions";
import { simulate } from "@/lib/checkout/page/sandbox-controls";
import { db, query } from "@/lib/db/client";
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

const hanging = ["slow", "silentThenApproved", "silentThenDeclined", "silent"] as const;

/** Whether the bank of the next payer looks at the device before anything else. */
let checksNextDevice = false;

const acquirer: StoryAcquirer = {
  cardNumber: (name) => cards[name as keyof typeof cards],
  hanging: new Set(hanging),
  open: openSession,
  async pay(session, card) {
    const isAnsweredAtOnce = hanging.every((name) => cards[name] !== card);
    if (checksNextDevice && isAnsweredAtOnce) await simulate(session.token, { bank: "checks_device" });
    checksNextDevice = false;
    return pay(session, card);
  },
  async findChallenge({ id }) {
    const [challenge] = await query<{ id: string }>(sql`
      SELECT c.id FROM attempt a JOIN sandbox_charge c ON c.id = a.id AND c.challenge <> 'none'
      WHERE a.session_id = ${id} ORDER BY a.id DESC LIMIT 1`);
    return challenge?.id ?? null;
  },
  async visitBank(attemptId, visit) {
    const charge = await db().sandboxCharge.findUniqueOrThrow({ where: { id: attemptId } });
    return charge.challenge.startsWith("device") ? {} : visitBank(attemptId, visit);
  },
  keepChallenge: () => {},
  breakNext() {
    checksNextDevice = true;
  },
  findHeld: moneyHeldBy,
};

describeInterleavings({
  acquirer,
  environment: "sandbox",
  openShop,
  cardNames: Object.keys(cards),
  isApprovable: (card, avs) => approvable.has(card) || (card === "addressFails" && !avs),
  faults: ["device check"],
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
