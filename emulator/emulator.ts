import type { AddressInfo } from "node:net";
import type { Dials } from "./dials";
import type { DrawFault, Fault } from "./faults";
import { openServer } from "./server";
import { addFault, changeDials, type EmulatorState, presentState, settleEverySale } from "./state";
import { type DownMode, World } from "./world";

/** A running emulator, for tests in the same process. The methods do the same as the control API. */
export type Emulator = {
  /** For example `http://127.0.0.1:3099`. */
  origin: string;
  /** The address of the gateway's API: `http://127.0.0.1:3099/api/`. */
  baseAddress: string;
  state(): EmulatorState;
  setDials(dials: Partial<Dials>): void;
  addFault(fault: Fault): void;
  /** Draws a fault for every request, until the faults are cleared. */
  drawFaults(draw: DrawFault): void;
  clearFaults(): void;
  setDown(mode: DownMode | null): void;
  advanceClock(milliseconds: number): void;
  settleAll(): void;
  /** Destroys the sockets that a fault holds open. Postponed work stays. */
  dropSockets(): void;
  /** Does the work that a fault postponed, now. */
  runPostponed(): void;
  /** Returns to the defaults, forgets every transaction and destroys hanging sockets. */
  reset(): void;
  close(): Promise<void>;
};

/** `log: false` prints nothing. Port 0, the default, takes any free port. */
type EmulatorOptions = { port?: number; log?: false };

export async function startEmulator({ port = 0, log }: EmulatorOptions = {}): Promise<Emulator> {
  const world = new World();
  const { server, connections } = openServer(world, log === false ? null : (line) => console.log(line));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    baseAddress: `${origin}/api/`,
    state: () => presentState(world),
    setDials: (dials) => changeDials(world, dials),
    addFault: (fault) => addFault(world, fault),
    drawFaults: (draw) => world.faults.drawWith(draw),
    clearFaults: () => world.faults.clear(),
    setDown: (mode) => {
      world.down = mode;
    },
    advanceClock: (milliseconds) => {
      world.clockOffsetMs += milliseconds;
    },
    settleAll: () => settleEverySale(world),
    dropSockets: () => connections.dropSockets(),
    runPostponed: () => connections.runPostponed(),
    reset: () => {
      world.reset();
      connections.release();
    },
    close: async () => {
      connections.release();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
