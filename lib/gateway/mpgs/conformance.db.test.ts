import { afterEach, beforeAll, expect } from "vitest";
import { mpgsEmulator } from "@/emulator/mpgs/emulator";
import { liveCards } from "@/emulator/mpgs/testing/live-cards";
import { startEmulatorForFile, visitGateway } from "@/emulator/testing/emulator-for-file";
import { createStandingClock } from "@/tests/support/in-process/charges";
import { describeConformance } from "@/tests/support/in-process/gateway-conformance";
import { findOrder } from "../terminals/terminal-store";
import { createMpgsAcquirer } from "./acquirer";

const emulator = startEmulatorForFile(mpgsEmulator);
const gateway = createMpgsAcquirer(createStandingClock());

let terminalId = "";

beforeAll(async () => {
  const [first] = await findOrder({ platform: "TT", currency: "TTD" });
  terminalId = first?.id ?? "";
});
afterEach(() => {
  expect(emulator().state().violations).toEqual([]);
});

describeConformance("Mastercard Gateway", {
  gateway: () => gateway,
  terminalId: () => terminalId,
  cards: { approved: liveCards.frictionless, declined: liveCards.declined, challenged: liveCards.challenged },
  frictionless: { card: liveCards.mandateIgnored },
  inTwoSteps: { card: liveCards.methodThenChallenge },
  visitBank: async (html, visit) => (await visitGateway(html, visit))?.fields ?? {},
  chargeInSilence: (charge) => {
    emulator().addFault({ endpoint: "pay", kind: "lost_after" });
    return charge();
  },
});
