import { callTimeoutMs } from "../call";
import type { Gateway, Outcome, RefundRequest, SessionClock } from "../port";
import { carriesProof } from "./challenge-form";
import { askedAt, type Charge, deliveries, isAsked, isSettled, outcomeAt } from "./charge";
import { planOf } from "./plan";
import {
  completeCharge,
  completeDeviceCheck,
  findCharge,
  findSandboxRefund,
  insertCharge,
  insertSandboxRefund,
  voidCharge,
} from "./store";

const pollMs = 200;
/** Polls at most for the duration of the call timeout in real time, because the session's clock may be stopped. */
const pollsMax = callTimeoutMs / pollMs;

const refused = (reason: string): Outcome => ({ status: "error", reason });

/** A simulated acquirer. Test cards and the sandbox drawer choose its behaviour. Its own tables hold no card data. */
export function createSandboxAcquirer({ timeOf }: SessionClock): Gateway {
  async function inquireCharge(id: string): Promise<Outcome> {
    const charge = await findCharge(id);
    return charge ? outcomeAt(charge, await timeOf(id)) : { status: "not_found" };
  }

  /** Waits until the charge's planned answer is due. If the plan loses the answer, the outcome is unknown. */
  async function answer(charge: Charge): Promise<Outcome> {
    const { answersAfterMs, isAnswerLost } = deliveries[charge.delivery];
    if (answersAfterMs === 0) return outcomeAt(charge, askedAt(charge));
    const isAnswered = await waitUntil(charge, answersAfterMs);
    // Reads the charge again, because it may have been voided during the wait.
    return isAnswerLost || !isAnswered ? { status: "unknown" } : inquireCharge(charge.id);
  }

  async function waitUntil(charge: Charge, afterMs: number): Promise<boolean> {
    const due = askedAt(charge).getTime() + afterMs;
    for (let polls = 0; polls < pollsMax; polls++) {
      if ((await timeOf(charge.id)).getTime() >= due) return true;
      await new Promise<void>((resolve) => setTimeout(resolve, pollMs).unref());
    }
    return false;
  }

  return {
    async authorise(request) {
      const { attemptId, card } = request;
      const plan = planOf(card.number, request);
      const charge = await insertCharge(request, plan);
      return charge && isAsked(charge) ? answer(charge) : inquireCharge(attemptId);
    },

    async completeChallenge({ attemptId, step, fields, returnUrl }) {
      const at = await timeOf(attemptId);
      const asked = await findCharge(attemptId);
      if (asked?.bank === "checks_device" && step === 1) await completeDeviceCheck(attemptId, at, returnUrl);
      else await completeCharge(attemptId, at, carriesProof(attemptId, fields));
      const charge = await findCharge(attemptId);
      return charge && isAsked(charge) ? answer(charge) : inquireCharge(attemptId);
    },

    async inquire(id) {
      const outcome = await inquireCharge(id);
      // The id may also be that of a refund.
      return outcome.status === "not_found" && (await findSandboxRefund(id)) ? { status: "refunded" } : outcome;
    },

    async void(id) {
      const charge = await findCharge(id);
      const at = await timeOf(id);
      if (!charge || outcomeAt(charge, at).status === "not_found") return { status: "not_found" };
      if (isSettled(charge, at)) return refused("The charge is settled and can only be refunded.");
      return (await voidCharge(id, at))
        ? { status: "voided" }
        : refused("The charge was refunded and cannot be voided.");
    },

    async refund(request) {
      if ((await inquireCharge(request.attemptId)).status === "not_found") return { status: "not_found" };
      if (request.amount <= 0n) return refused("The amount must be positive.");
      const behaviour = request.simulation?.refund ?? "accept";
      if (behaviour === "reject") return refused("The sandbox is set to reject this refund.");
      const outcome: Outcome = (await insertSandboxRefund(request))
        ? { status: "refunded" }
        : await repeatedRefund(request);
      return behaviour === "no_answer" ? { status: "unknown" } : outcome;
    },
  };
}

async function repeatedRefund({ refundId, attemptId, amount }: RefundRequest): Promise<Outcome> {
  const known = await findSandboxRefund(refundId);
  if (!known) return refused("The charge does not allow this refund.");
  const isSame = known.chargeId === attemptId && known.amount === amount;
  return isSame ? { status: "refunded" } : refused("Another refund has this id.");
}
