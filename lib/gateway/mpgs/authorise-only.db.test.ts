import { beforeEach } from "vitest";
import { mpgsEmulator } from "@/emulator/mpgs/emulator";
import { mpgsKit } from "@/emulator/mpgs/testing/live-kit";
import { describeLiveFaults } from "@/tests/support/live-suites/faults";

/** A bank whose merchant accounts only authorise, so that every payment needs a capture. */
type Running = Awaited<ReturnType<typeof mpgsEmulator.start>>;
let emulator: Running | undefined;
const definition = {
  ...mpgsEmulator,
  async start(options: { log: false }): Promise<Running> {
    emulator = await mpgsEmulator.start(options);
    return emulator;
  },
};
beforeEach(() => emulator?.setDials({ authorizeOnly: true }));

describeLiveFaults(
  { ...mpgsKit, definition, calls: { ...mpgsKit.calls, payment: "authorize" } },
  {
    moneyAfter: { invalid_request: "not_charged", request_rejected: "not_charged" },
    isOnlyReserved: true,
    queryCodes: ["DECLINED", "TIMED_OUT"],
  },
);
