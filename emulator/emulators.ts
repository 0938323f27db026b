/** What the rest of the repository uses of the emulator, without the name of its acquirer. */
export { emulatorCards } from "./powertranz/cards";
export type { Dials } from "./powertranz/dials";
export { acquirer, baseAddressAt, findTerminal, terminals } from "./powertranz/terminals";

export const loadCertification = () => import("./powertranz/certify/run");
