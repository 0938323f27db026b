import type { AuthenticationPlace } from "@/lib/gateway/terminals/terminal-store";

/** A question about the gateway that no document answers. */
export type Question<Account, Dials> = {
  id: string;
  title: string;
  /** The product's assumption: the end of "The product assumes that …". */
  expectation: string;
  ask(account: Account): Promise<Finding<Dials>>;
};

export type Finding<Dials> = {
  /** `warning`: the gateway behaves differently. The product copes, with a consequence. */
  verdict: "confirmed" | "warning" | "not_confirmed" | "unanswered";
  /** What the gateway did, as sentences. */
  observed: string;
  /** The positions of the emulator's dials that behave like the gateway. */
  dials: Partial<Dials>;
  /** The answers that contain the result of 3DS. The product stores this finding. */
  authenticationIn?: AuthenticationPlace;
};

type Answering = <Dials>(observed: string, dials?: Partial<Dials>) => Finding<Dials>;

const withVerdict =
  (verdict: Finding<unknown>["verdict"]): Answering =>
  (observed, dials = {}) => ({ verdict, observed, dials });

export const confirmed = withVerdict("confirmed");
export const warned = withVerdict("warning");
export const notConfirmed = withVerdict("not_confirmed");

/** Thrown if the gateway did not get as far as the question. */
export class Unanswered extends Error {
  override name = "Unanswered";
}
