import { cancelChallenge, failChallenge, formOf, passChallenge } from "@/tests/support/http/bank";
import { createStandingClock } from "@/tests/support/in-process/charges";
import { describeConformance } from "@/tests/support/in-process/gateway-conformance";
import { createSandboxAcquirer } from "./acquirer";
import { createSimulator } from "./simulator";

const clock = createStandingClock();
const silentCard = "4000000000000374";
const challengedCard = "4000000000003220";
const visits = { pass: passChallenge, fail: failChallenge, cancel: cancelChallenge };

const checksDevice = { simulation: { bank: "checks_device" } } as const;
const acquirers = [
  {
    name: "the sandbox acquirer",
    gateway: createSandboxAcquirer(clock),
    pages: { frictionless: checksDevice, inTwoSteps: { card: challengedCard, ...checksDevice } },
  },
  // The drawer changes nothing at the simulator, and it challenges every payer who must be authenticated.
  { name: "the live simulator", gateway: createSimulator(clock), pages: { frictionless: { card: challengedCard } } },
];

for (const { name, gateway, pages } of acquirers) {
  describeConformance(name, {
    gateway: () => gateway,
    cards: {
      approved: "4111111111111111",
      declined: "4000000000000002",
      challenged: challengedCard,
    },
    ...pages,
    visitBank: async (html, visit) =>
      html.includes("Checking your device") ? formOf(html).fields : visits[visit](html),
    chargeInSilence: async (charge) => {
      const timer = setInterval(() => clock.advance(15), 20);
      return charge(silentCard).finally(() => clearInterval(timer));
    },
  });
}
