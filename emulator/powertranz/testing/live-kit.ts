import { type PowertranzEmulator, powertranzEmulator } from "@/emulator/powertranz/emulator";
import { ownFaults } from "@/emulator/powertranz/faults";
import type { LiveKit } from "@/tests/support/live-suites/kit";
import { liveCards } from "./live-cards";

export const powertranzKit: LiveKit<PowertranzEmulator> = {
  definition: powertranzEmulator,
  calls: {
    first: ["sale"],
    payment: "payment",
    query: "transaction",
    order: "orderSearch",
    void: "void",
    refund: "refund",
    health: "alive",
  },
  ownFaultKinds: ownFaults.kinds,
  attemptOf: ({ externalIdentifier }) => externalIdentifier,
  cards: liveCards,
  neverApproved: ["declined", "refusedByBank"],
};
