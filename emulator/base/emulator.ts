import type { AddressInfo } from "node:net";
import type { Emulation } from "./emulation";
import type { DrawFault } from "./faults";
import { openServer } from "./server";
import { addFault, changeDials, presentState, runCommand } from "./state";
import { type DownMode, type Kinds, World } from "./world";

/** `log: false` prints nothing. Port 0, the default, takes any free port. */
type EmulatorOptions = { port?: number; log?: false };

/** An emulator that can be started. */
export function defineEmulator<K extends Kinds>(emulation: Emulation<K>) {
  const baseAddressAt = (origin: string): string => origin + emulation.apiPath;
  return {
    ...emulation,
    /** The address of the gateway's API at an emulator, such as `http://127.0.0.1:3099/api/`. */
    baseAddressAt,
    start: (options?: EmulatorOptions) => startEmulator(emulation, baseAddressAt, options),
  };
}

/** The methods of a running emulator do the same as the control API. */
async function startEmulator<K extends Kinds>(
  emulation: Emulation<K>,
  baseAddressAt: (origin: string) => string,
  { port = 0, log }: EmulatorOptions = {},
) {
  const world = new World<K>({ dials: emulation.dials.defaults, createOwn: emulation.createOwn });
  const { server, connections } = openServer(emulation, world, log === false ? null : (line) => console.log(line));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** For example `http://127.0.0.1:3099`. */
    origin,
    baseAddress: baseAddressAt(origin),
    state: () => presentState(emulation, world),
    setDials: (dials: Partial<K["dials"]>) => changeDials(emulation.dials, world, dials),
    addFault: (fault: K["fault"]) => addFault(emulation.faults, world, fault),
    /** Draws a fault for every request, until the faults are cleared. */
    drawFaults: (draw: DrawFault<K["fault"]>) => world.faults.drawWith(draw),
    clearFaults: () => world.faults.clear(),
    setDown: (mode: DownMode | null) => {
      world.down = mode;
    },
    advanceClock: (milliseconds: number) => {
      world.clockOffsetMs += milliseconds;
    },
    /** Runs a command that only this emulator has. */
    run: (command: string, fields: Readonly<Record<string, unknown>>) => runCommand(emulation, world, command, fields),
    settleAll: () => emulation.settle(world),
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
