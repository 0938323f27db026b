import { afterEach, beforeEach, expect } from "vitest";
import { createStandingClock } from "@/tests/support/in-process/charges";
import { describeConformance } from "@/tests/support/in-process/gateway-conformance";
import { liveCards, startEmulatorForFile, visitGateway } from "@/tests/support/in-process/powertranz";
import { createPowertranzAcquirer } from "./acquirer";

const emulator = startEmulatorForFile();
const gateway = createPowertranzAcquirer(createStandingClock());

beforeEach(() => emulator().setDials({ paymentAuthentication: true }));
afterEach(() => {
  expect(emulator().state().violations).toEqual([]);
});

describeConformance("PowerTranz", {
  gateway: () => gateway,
  cards: { approved: liveCards.frictionless, declined: liveCards.declined, challenged: liveCards.challenged },
  visitBank: async (html, visit) => (await visitGateway(html, visit))?.fields ?? {},
  chargeInSilence: (charge) => {
    emulator().addFault({ endpoint: "payment", kind: "lost_after" });
    return charge();
  },
});
