import type { OpenCharge } from "@/emulator/certify/test-account";
import { type GatewayOrder, readOrder } from "@/lib/gateway/mpgs/wire/answers";
import { transactionIds } from "@/lib/gateway/mpgs/wire/requests";
import type { Minor } from "@/lib/kit/money";
import { briefReply, type Reply } from "./exchange";
import type { TestProfile } from "./test-profile";

/** Null if the gateway did not show an order. */
export const orderIn = ({ answer }: Reply): GatewayOrder | null =>
  answer.kind === "processed" ? readOrder(answer.body) : null;

/** The order that the gateway shows. */
export type Held = { isAuthorised: boolean; captured: Minor };

const nothing: Held = { isAuthorised: false, captured: 0n };

/** What a charge still holds. Null if the gateway does not say. */
export function heldIn(reply: Reply): Held | null {
  if (reply.answer.kind === "refused" && reply.answer.because === "invalid") return nothing;
  const order = orderIn(reply);
  if (!order) return null;
  if (order.status === "CANCELLED") return nothing;
  const captured = (order.totalCapturedAmount ?? 0n) - (order.totalRefundedAmount ?? 0n);
  return { isAuthorised: order.status === "AUTHORIZED", captured };
}

const holdsNothing = (held: Held | null): boolean => held !== null && !held.isAuthorised && held.captured <= 0n;

/** Voids a test charge, or refunds it. Returns what the gateway said if the charge may still hold money. */
export async function giveBack(profile: TestProfile, { identifier }: OpenCharge): Promise<string | null> {
  const voided = await profile.voidLast(identifier);
  const first = heldIn(await profile.inquire(identifier));
  if (holdsNothing(first)) return null;
  if (first?.isAuthorised) await profile.void(identifier, transactionIds.payment);
  const isRefunded = first && first.captured > 0n ? await profile.refund(identifier, first.captured) : null;
  const { isFound } = await profile.poll(
    () => profile.inquire(identifier),
    (reply) => holdsNothing(heldIn(reply)),
  );
  return isFound
    ? null
    : `the void got ${briefReply(voided)}, the refund ${isRefunded ? briefReply(isRefunded) : "was not sent"}`;
}
