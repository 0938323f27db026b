import { mpgsEmulator } from "@/emulator/mpgs/emulator";
import { ownFaults } from "@/emulator/mpgs/faults";
import type { LiveKit } from "@/tests/support/live-suites/kit";
import { liveCards } from "./live-cards";

const { frictionless, attempted, challenged, fingerprint, methodThenChallenge, notEnrolled } = liveCards;
const { refusedByBank, declined, timedOut, challengedThenDeclined, challengeRejected, challengeUnable } = liveCards;

const approvable = { frictionless, attempted, challenged, fingerprint, methodThenChallenge, notEnrolled };
const neverApproved = {
  ...{ refusedByBank, declined, timedOut },
  ...{ challengedThenDeclined, challengeRejected, challengeUnable },
};

export const mpgsKit: LiveKit<Awaited<ReturnType<typeof mpgsEmulator.start>>> = {
  definition: mpgsEmulator,
  calls: {
    first: ["createSession", "updateSession", "initiate", "authenticate"],
    payment: "pay",
    query: "order",
    order: "order",
    void: "void",
    refund: "refund",
    health: "information",
  },
  ownFaultKinds: ownFaults.kinds,
  attemptOf: ({ transactionIdentifier }) => transactionIdentifier,
  cards: { ...approvable, ...neverApproved },
  pagedCard: challenged,
  neverApproved: Object.keys(neverApproved),
};
