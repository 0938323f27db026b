import type { Gateway, SessionClock } from "../port";
import { startCharge } from "./authorise";
import { findMpgsCharge } from "./charge-store";
import { completeMpgsCharge } from "./complete";
import { inquireCharge } from "./inquire";
import { mpgsRefunds } from "./refund";
import { voidMpgsCharge } from "./void";

/**
 * The Mastercard Gateway, which several banks use. The first calls put the card into a session of the gateway and ask
 * the card's bank. Only the payment moves money, and each charge sends it at most once.
 */
export function createMpgsAcquirer(clock: SessionClock): Gateway {
  const { timeOf } = clock;
  return {
    authorise: (request) => startCharge(request, clock),
    completeChallenge: (answer) => completeMpgsCharge(answer, clock),
    async inquire(id) {
      const charge = await findMpgsCharge(id);
      return charge ? inquireCharge(charge, await timeOf(id)) : mpgsRefunds.inquire(id, clock);
    },
    async void(id) {
      const charge = await findMpgsCharge(id);
      return charge ? voidMpgsCharge(charge, await timeOf(id)) : { status: "not_found" };
    },
    refund: async (request) => mpgsRefunds.refund(request, await timeOf(request.attemptId)),
  };
}
