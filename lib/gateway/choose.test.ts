import { afterEach, expect, it } from "vitest";
import { extendEnv } from "@/lib/kit/env";
import { platformCodes } from "@/lib/reference/platforms";
import { createStandingClock } from "@/tests/support/in-process/charges";
import { createGateways } from "./choose";

const gatewayFor = createGateways(createStandingClock());

afterEach(() => {
  extendEnv({ LIVE_ACQUIRER: "" });
});

it.each(platformCodes)("%s has a sandbox acquirer, and a live one only if the simulator is configured", (platform) => {
  const sandbox = gatewayFor({ environment: "sandbox", platform });
  expect(sandbox).not.toBeNull();
  expect(gatewayFor({ environment: "live", platform })).toBeNull();
  extendEnv({ LIVE_ACQUIRER: "simulator" });
  const live = gatewayFor({ environment: "live", platform });
  expect(live).not.toBeNull();
  expect(live).not.toBe(sandbox);
});
