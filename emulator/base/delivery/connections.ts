import type { ServerResponse } from "node:http";

/** Answers that are postponed, and sockets that stay open without an answer. */
export class Connections {
  #postponed = new Map<NodeJS.Timeout, () => void>();
  #held = new Set<ServerResponse>();

  /** Runs `work` later, unless the emulator is reset or closed before. */
  postpone(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#postponed.delete(timer);
      work();
    }, ms);
    this.#postponed.set(timer, work);
  }

  /** Does all postponed work now. */
  runPostponed(): void {
    const works = [...this.#postponed.values()];
    this.#cancelPostponed();
    for (const work of works) work();
  }

  #cancelPostponed(): void {
    for (const timer of this.#postponed.keys()) clearTimeout(timer);
    this.#postponed.clear();
  }

  /** Keeps the socket open until the client leaves, or the emulator is reset or closed. */
  hold(response: ServerResponse): void {
    this.#held.add(response);
    response.once("close", () => this.#held.delete(response));
  }

  release(): void {
    this.#cancelPostponed();
    this.dropSockets();
  }

  /** Destroys the sockets that are held open. */
  dropSockets(): void {
    for (const response of this.#held) response.socket?.destroy();
    this.#held.clear();
  }
}
