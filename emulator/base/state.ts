import { dialProblem } from "./dials";
import type { Emulation } from "./emulation";
import { faultProblem } from "./own-faults";
import type { Kinds, World } from "./world";

/** A request to the control API that cannot be carried out. */
export class ControlError extends Error {
  override name = "ControlError";
}

export type EmulatorState<K extends Kinds> = ReturnType<typeof presentState<K>>;

export function presentState<K extends Kinds>({ present }: Emulation<K>, world: World<K>) {
  return {
    dials: { ...world.dials },
    faults: world.faults.all.map((fault) => ({ ...fault })),
    down: world.down,
    transactions: world.transactions.map((transaction) => present(world, transaction)),
    violations: world.violations.map((violation) => ({ ...violation })),
    clock: { now: new Date(world.now()).toISOString(), offsetMs: world.clockOffsetMs },
  };
}

export function changeDials<K extends Kinds>(
  words: Emulation<K>["dials"],
  world: World<K>,
  dials: Partial<K["dials"]>,
) {
  for (const [name, value] of Object.entries(dials)) {
    const problem = dialProblem(words, name, value);
    if (problem) throw new ControlError(problem);
  }
  world.dials = { ...world.dials, ...dials };
}

/** Runs a command that only this emulator has. */
export function runCommand<K extends Kinds>(
  { commands = {} }: Emulation<K>,
  world: World<K>,
  name: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new ControlError(`There is no command ${name}.`);
  command(world, fields);
}

export function addFault<K extends Kinds>(own: Emulation<K>["faults"], world: World<K>, fault: K["fault"]): void {
  const problem = faultProblem(own, fault);
  if (problem) throw new ControlError(problem);
  world.faults.add(fault);
}
