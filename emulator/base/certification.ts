import type { Terminal } from "@/lib/gateway/terminals/terminal-store";

export type CertifyOptions = {
  /** The id of one question. Without it, all questions are asked and the certification list is paid. */
  only: string | undefined;
  /** A settled payment of an earlier run. */
  settledSale: string | undefined;
  /** Leaves one charge open. */
  keepsOne: boolean;
};

export type Surroundings = { wait: (milliseconds: number) => Promise<void>; print: (line: string) => void };

/** Asks an acquirer's gateway the questions that no document answers, and makes the payments of its list. */
export type Certification = {
  certify(
    terminal: Terminal,
    options: CertifyOptions,
    surroundings: Surroundings,
  ): Promise<{ report: string; summary: string; isGood: boolean }>;
};
