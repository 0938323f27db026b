import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { freshCard, recordOf, type TestSession } from "@/tests/support/in-process/checkout";
import { heldCharges, passLive, startLiveTestsAt, visitLive } from "@/tests/support/in-process/live-checkout";
import {
  cardOf,
  enterCard,
  enterCode,
  inSuspense,
  openCharge,
  openCreation,
  verify,
} from "@/tests/support/in-process/stored-cards";
import type { FaultyEmulator, LiveKit } from "./kit";

type Shown = {
  /** How this emulator names the currency of the micro-charge and of the payment, and a payer who passed 3DS. */
  microCharge: object;
  payment: object;
};

/** Live cards that a merchant stores, by a micro-charge, and that pay later. */
export function describeLiveStoredCards<Started extends FaultyEmulator>(
  { definition, pagedCard }: LiveKit<Started>,
  shown: Shown,
): void {
  const { emulator, shop } = startLiveTestsAt(definition);

  async function storeLive(): Promise<{ session: TestSession; uuid: string; amount: bigint }> {
    const session = await openCreation(shop(), "live");
    await enterCard(session, pagedCard ?? freshCard());
    await visitLive(session);
    const card = await cardOf(session);
    if (!card) throw new Error("The card was not stored.");
    return { session, uuid: card.uuid, amount: (await recordOf(session)).total };
  }

  const settle = async (session: TestSession) => {
    for (let step = 0; step < 6; step++) await passLive(session, emulator(), 20);
  };

  it("a live card is stored by a micro-charge with 3DS, which is voided after the verification", async () => {
    const { session, uuid, amount } = await storeLive();
    expect(heldCharges(emulator())).toMatchObject([shown.microCharge]);
    await verify(shop(), { uuid }, amount, "live");
    await settle(session);
    expect(emulator().state().transactions).toMatchObject([{ state: "voided" }]);
    expect(await inSuspense(shop())).toBe(0n);
  });

  it("a settled micro-charge is refunded instead", async () => {
    const { session, uuid, amount } = await storeLive();
    emulator().settleAll();
    await verify(shop(), { uuid }, amount, "live");
    await settle(session);
    expect(heldCharges(emulator())).toEqual([]);
    expect(await db().refund.findMany({ where: { sessionId: session.id } })).toMatchObject([{ status: "refunded" }]);
    expect(await inSuspense(shop())).toBe(0n);
  });

  it("a stored card pays with its security code and 3DS", async () => {
    const { uuid, amount } = await storeLive();
    await verify(shop(), { uuid }, amount, "live");
    const charge = await openCharge(shop(), { uuid }, { environment: "live" });
    const view = await enterCode(charge);
    expect(view).toMatchObject({ state: "challenged", money: "not_charged" });
    await visitLive(charge);
    expect(await recordOf(charge)).toMatchObject({ status: "success", currency: "TTD" });
    const paid = { ...shown.payment, amount: "12.05", chargeCount: 1 };
    expect(heldCharges(emulator())).toMatchObject([shown.microCharge, paid]);
  });
}
