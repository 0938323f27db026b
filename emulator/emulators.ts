import { mpgsEmulator } from "./mpgs/emulator";
import { powertranzEmulator } from "./powertranz/emulator";

/** The emulators. The first one is that of the live demo, and of tests for which the acquirer does not matter. */
export const emulators = [powertranzEmulator, mpgsEmulator] as const;

export const [firstEmulator] = emulators;

/** The first emulator while it runs. */
export type Emulator = Awaited<ReturnType<typeof firstEmulator.start>>;
