import type { Dials } from "@/emulator/powertranz/dials";
import type { AuthenticationPlace } from "@/lib/gateway/terminals/terminal-store";
import type { TestTerminal } from "./test-terminal";

/** A question about the gateway that no document answers. */
export type Question = {
  id: string;
  title: string;
  /** The product's assumption: the end of "The product assumes that …". */
  expectation: string;
  ask(terminal: TestTerminal): Promise<Finding>;
};

export type Finding = {
  verdict: "confirmed" | "not_confirmed" | "unanswered";
  /** What the gateway did, as sentences. */
  observed: string;
  /** The positions of the emulator's dials that behave like the gateway. */
  dials: Partial<Dials>;
  /** The answers that contain the result of 3DS. The product stores this finding. */
  authenticationIn?: AuthenticationPlace;
};

export const confirmed = (observed: string, dials: Partial<Dials> = {}): Finding => ({
  verdict: "confirmed",
  observed,
  dials,
});

export const notConfirmed = (observed: string, dials: Partial<Dials> = {}): Finding => ({
  verdict: "not_confirmed",
  observed,
  dials,
});
