import { cancelChallenge, failChallenge, passChallenge } from "@/tests/support/http/bank";
import { createStandingClock } from "@/tests/support/in-process/charges";
import { describeConformance } from "@/tests/support/in-process/gateway-conformance";
import { createSandboxAcquirer } from "./acquirer";
import { createSimulator } from "./simulator";

const clock = createStandingClock();
const silentCard = "4000000000000374";
const visits = { pass: passChallenge, fail: failChallenge, cancel: cancelChallenge };

const acquirers = {
  "the sandbox acquirer": createSandboxAcquirer(clock),
  "the live simulator": createSimulator(clock),
};

for (const [name, gateway] of Object.entries(acquirers)) {
  describeConformance(name, {
    gateway: () => gateway,
    cards: {
      approved: "4111111111111111",
      declined: "4000000000000002",
      challenged: "4000000000003220",
    },
    visitBank: (html, visit) => visits[visit](html),
    chargeInSilence: async (charge) => {
      const timer = setInterval(() => clock.advance(15), 20);
      return charge(silentCard).finally(() => clearInterval(timer));
    },
  });
}
