import { now } from "@/lib/kit/clock";
import type { Gateway, SessionClock } from "../port";
import { startCharge } from "./authorise";
import { findPowertranzCharge, findPowertranzRefund } from "./charge-store";
import { completePowertranzCharge } from "./complete";
import { inquireCharge } from "./inquire";
import { inquireRefund, refundCharge } from "./refund";
import { voidPowertranzCharge } from "./void";

/**
 * The live acquirer. The first call starts 3DS and charges nothing. The browser then runs 3DS at the gateway and
 * returns. Only the payment call moves money, and each charge sends it at most once.
 */
export function createPowertranzAcquirer(clock: SessionClock): Gateway {
  const { timeOf } = clock;
  const timeOfRefund = async (id: string) => {
    const refund = await findPowertranzRefund(id);
    return refund ? timeOf(refund.attemptId) : now();
  };
  return {
    authorise: (request) => startCharge(request, clock),
    completeChallenge: (answer) => completePowertranzCharge(answer, clock),
    async inquire(id) {
      const charge = await findPowertranzCharge(id);
      return charge ? inquireCharge(charge, await timeOf(id)) : inquireRefund(id, await timeOfRefund(id));
    },
    async void(id) {
      const charge = await findPowertranzCharge(id);
      return charge ? voidPowertranzCharge(charge, await timeOf(id)) : { status: "not_found" };
    },
    refund: async (request) => refundCharge(request, await timeOf(request.attemptId)),
  };
}
