export type Terminal = {
  id: string;
  password: string;
  /** The numeric currencies that the terminal accepts. */
  currencies: readonly string[];
  gatewayKey: string | null;
  title: string;
};

/** Public test credentials. They exist only in this emulator. */
export const terminals: readonly Terminal[] = [
  { id: "99901001", password: "emulator-bb", currencies: ["052", "840"], gatewayKey: null, title: "Barbados" },
  { id: "99901002", password: "emulator-gd", currencies: ["951", "840"], gatewayKey: null, title: "Grenada" },
  { id: "99901003", password: "emulator-gy", currencies: ["328", "840"], gatewayKey: null, title: "Guyana" },
  { id: "99901004", password: "emulator-jm", currencies: ["388", "840"], gatewayKey: null, title: "Jamaica" },
  { id: "99901005", password: "emulator-tt", currencies: ["780", "840"], gatewayKey: null, title: "Trinidad & Tobago" },
  {
    id: "99901006",
    password: "emulator-key",
    currencies: ["780", "840"],
    gatewayKey: "emulator-gateway-key",
    title: "Trinidad & Tobago with a gateway key",
  },
];

type Credentials = { id: string; password: string; gatewayKey: string };

export function findTerminal({ id, password, gatewayKey }: Credentials): Terminal | null {
  const terminal = terminals.find((known) => known.id === id && known.password === password);
  if (!terminal) return null;
  return terminal.gatewayKey === null || terminal.gatewayKey === gatewayKey ? terminal : null;
}
