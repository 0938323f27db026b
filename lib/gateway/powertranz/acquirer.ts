import type { Gateway, SessionClock } from "../port";
import { startCharge } from "./authorise";
import { findPowertranzCharge } from "./charge-store";
import { completePowertranzCharge } from "./complete";
import { inquireCharge } from "./inquire";
import { powertranzRefunds } from "./refund";
import { voidPowertranzCharge } from "./void";

/**
 * PowerTranz. The first call starts 3DS and charges nothing. The browser then runs 3DS at the gateway and returns. Only
 * the payment call moves money, and each charge sends it at most once.
 */
export function createPowertranzAcquirer(clock: SessionClock): Gateway {
  const { timeOf } = clock;
  return {
    authorise: (request) => startCharge(request, clock),
    completeChallenge: (answer) => completePowertranzCharge(answer, clock),
    async inquire(id) {
      const charge = await findPowertranzCharge(id);
      return charge ? inquireCharge(charge, await timeOf(id)) : powertranzRefunds.inquire(id, clock);
    },
    async void(id) {
      const charge = await findPowertranzCharge(id);
      return charge ? voidPowertranzCharge(charge, await timeOf(id)) : { status: "not_found" };
    },
    refund: async (request) => powertranzRefunds.refund(request, await timeOf(request.attemptId)),
  };
}
