import type { AddressInfo } from "node:net";
import type { Dials } from "@/emulator/powertranz/dials";
import { baseAddressAt } from "@/emulator/powertranz/terminals";
import type { DrawFault, Fault } from "./faults";
import { openServer } from "./server";
import { addFault, changeDials, presentState, settleEverySale } from "./state";
import { type DownMode, World } from "./world";

/** A running emulator, for tests in the same process. */
export type Emulator = Awaited<ReturnType<typeof startEmulator>>;

/** `log: false` prints nothing. Port 0, the default, takes any free port. */
type EmulatorOptions = { port?: number; log?: false };

/** The methods of the emulator do the same as the control API. */
export async function startEmulator({ port = 0, log }: EmulatorOptions = {}) {
  const world = new World();
  const { server, connections } = openServer(world, log === false ? null : (line) => console.log(line));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** For example `http://127.0.0.1:3099`. */
    origin,
    baseAddress: baseAddressAt(origin),
    state: () => presentState(world),
    setDials: (dials: Partial<Dials>) => changeDials(world, dials),
    addFault: (fault: Fault) => addFault(world, fault),
    /** Draws a fault for every request, until the faults are cleared. */
    drawFaults: (draw: DrawFault) => world.faults.drawWith(draw),
    clearFaults: () => world.faults.clear(),
    setDown: (mode: DownMode | null) => {
      world.down = mode;
    },
    advanceClock: (milliseconds: number) => {
      world.clockOffsetMs += milliseconds;
    },
    settleAll: () => settleEverySale(world),
    /** Destroys the sockets that a fault holds open. Postponed work stays. */
    dropSockets: () => connections.dropSockets(),
    /** Does the work that a fault postponed, now. */
    runPostponed: () => connections.runPostponed(),
    /** Returns to the defaults, forgets every transaction and destroys hanging sockets. */
    reset: () => {
      world.reset();
      connections.release();
    },
    close: async (): Promise<void> => {
      connections.release();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
