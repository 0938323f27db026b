import type { Simulation } from "./sandbox-names.js";

/** The sandbox controls of one checkout session: its clock, and how gateway and bank behave. */
export class SandboxSession {
  constructor(
    /** The origin of the checkout. */
    readonly origin: string,
    /** The last part of the checkout URL. */
    readonly token: string,
  ) {}

  static of(checkoutUrl: string): SandboxSession {
    const { origin, pathname } = new URL(checkoutUrl);
    const token = /^\/checkout\/([^/]+)/.exec(pathname)?.[1];
    if (token === undefined) throw new Error(`${checkoutUrl} is not the URL of a checkout.`);
    return new SandboxSession(origin, token);
  }

  /** Moves the session's clock on, and stops it or lets it run. The gateway's delays follow this clock. */
  async moveClock(move: { advance_ms?: number; stopped?: boolean }): Promise<void> {
    await this.change("clock", move);
  }

  async simulate(simulation: Simulation): Promise<void> {
    await this.change("simulation", simulation);
  }

  /** Moves the clock past the end of the session. */
  async expire(): Promise<void> {
    const response = await fetch(`${this.origin}/checkout/${this.token}/state`);
    const { remaining_ms } = (await response.json()) as { remaining_ms: number };
    await this.moveClock({ advance_ms: Math.ceil(remaining_ms) + 1_000 });
  }

  private async change(what: "clock" | "simulation", body: object): Promise<void> {
    const response = await fetch(`${this.origin}/sandbox/sessions/${this.token}/${what}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The sandbox refused: ${response.status} ${await response.text()}`);
  }
}
