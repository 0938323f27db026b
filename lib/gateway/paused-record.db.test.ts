import { beforeAll, expect, it } from "vitest";
import { emulators } from "@/emulator/emulators";
import { startEmulatorForFile } from "@/emulator/testing/emulator-for-file";
import { chargeRequest } from "@/tests/support/in-process/charges";
import { acquirers } from "./registry";
import { findOrder } from "./terminals/terminal-store";

/** The checkout believes 45 s after the call that a charge without a record was never made. */
const [first, second] = emulators;
const gateways = [
  { definition: first, emulator: startEmulatorForFile(first) },
  { definition: second, emulator: startEmulatorForFile(second) },
];
let order: Awaited<ReturnType<typeof findOrder>>;
beforeAll(async () => {
  order = await findOrder({ platform: "TT", currency: "TTD" });
});

it.each(gateways)(
  "a process that was paused before it recorded a charge sends nothing: $definition.title",
  async ({ definition, emulator }) => {
    const request = chargeRequest({
      terminalId: order.find(({ acquirer }) => acquirer === definition.acquirer)?.id ?? "",
    });
    const clock = { timeOf: async () => new Date(request.calledAt.getTime() + 36_000) };
    const gateway = acquirers[definition.acquirer]?.createGateway(clock);
    expect(await gateway?.authorise(request)).toEqual({ status: "unreachable" });
    expect(await gateway?.inquire(request.attemptId)).toEqual({ status: "voided" });
    expect(emulator().state().transactions).toEqual([]);
  },
);
