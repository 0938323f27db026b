import type { ServerResponse } from "node:http";

/** Answers that are postponed, and sockets that stay open without an answer. */
export class Connections {
  #timers = new Set<NodeJS.Timeout>();
  #held = new Set<ServerResponse>();

  /** Runs `work` later, unless the emulator is reset or closed before. */
  postpone(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
  }

  /** Keeps the socket open until the client leaves, or the emulator is reset or closed. */
  hold(response: ServerResponse): void {
    this.#held.add(response);
    response.once("close", () => this.#held.delete(response));
  }

  release(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    for (const response of this.#held) response.socket?.destroy();
    this.#held.clear();
  }
}
