import { afterEach, beforeEach } from "vitest";
import { extendEnv } from "@/lib/kit/env";
import { environments } from "@/lib/reference/platforms";
import { cancelChallenge, failChallenge, passChallenge } from "@/tests/support/http/bank";
import { createStandingClock } from "@/tests/support/in-process/charges";
import { describeConformance } from "@/tests/support/in-process/gateway-conformance";
import { createGateways } from "../choose";

const clock = createStandingClock();
const gatewayFor = createGateways(clock);
const silentCard = "4000000000000374";
const visits = { pass: passChallenge, fail: failChallenge, cancel: cancelChallenge };

beforeEach(() => {
  extendEnv({ LIVE_ACQUIRER: "simulator" });
});
afterEach(() => {
  extendEnv({ LIVE_ACQUIRER: "" });
});

for (const environment of environments) {
  describeConformance(environment === "live" ? "the live simulator" : "the sandbox acquirer", {
    gateway: () => {
      const gateway = gatewayFor({ environment, platform: "TT" });
      if (!gateway) throw new Error(`No gateway serves ${environment}.`);
      return gateway;
    },
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
