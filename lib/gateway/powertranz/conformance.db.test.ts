import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import { powertranzEmulator } from "@/emulator/powertranz/emulator";
import { liveCards } from "@/emulator/powertranz/testing/live-cards";
import { startEmulatorForFile, visitGateway } from "@/emulator/testing/emulator-for-file";
import { createStandingClock } from "@/tests/support/in-process/charges";
import { describeConformance } from "@/tests/support/in-process/gateway-conformance";
import { findOrder } from "../terminals/terminal-store";
import { createPowertranzAcquirer } from "./acquirer";

const emulator = startEmulatorForFile(powertranzEmulator);
const gateway = createPowertranzAcquirer(createStandingClock());

let terminalId = "";

beforeAll(async () => {
  const [first] = await findOrder({ platform: "TT", currency: "TTD" });
  terminalId = first?.id ?? "";
});
beforeEach(() => emulator().setDials({ paymentAuthentication: true }));
afterEach(() => {
  expect(emulator().state().violations).toEqual([]);
});

describeConformance("PowerTranz", {
  gateway: () => gateway,
  terminalId: () => terminalId,
  cards: { approved: liveCards.frictionless, declined: liveCards.declined, challenged: liveCards.challenged },
  // This gateway looks at the browser and asks the payer on one page.
  frictionless: { card: liveCards.frictionless },
  visitBank: async (html, visit) => (await visitGateway(html, visit))?.fields ?? {},
  chargeInSilence: (charge) => {
    emulator().addFault({ endpoint: "payment", kind: "lost_after" });
    return charge();
  },
});
