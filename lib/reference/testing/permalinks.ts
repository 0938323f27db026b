import { type ClockMove, clockMoves, type Simulation, simulationDefault } from "../simulation";
import { testCards } from "../test-cards";
import { behaviours, guardWords } from "./behaviour-words";

/**
 * The names in a permalink of the sandbox, such as `/sandbox/play?behaviour=declined_51&clock=last_20_s`. A permalink
 * opens a new session that behaves as its names say.
 */
export const permalinkPath = "/sandbox/play";

/** `part` is what the name sets. Two names that set the same thing exclude each other. */
type Name<Part> = { words: string; part: Part };
type Names<Part> = Readonly<Record<string, Name<Part>>>;

export type BehaviourPart = Partial<Pick<Simulation, "gateway" | "bank" | "refund" | "guard">> & { card?: string };
export type ClockPart = { move?: ClockMove; isStopped?: boolean };

/** The behaviours that the drawer offers under a title, without the usual one. */
function choices<Choice extends "gateway" | "bank" | "refund">(choice: Choice, prefix = ""): Names<BehaviourPart> {
  const { title, values } = behaviours[choice];
  const unusual = Object.entries<string>(values).filter(([value]) => value !== simulationDefault[choice]);
  return Object.fromEntries(
    unusual.map(([value, words]) => [prefix + value, { words: `${title}: ${words}`, part: { [choice]: value } }]),
  );
}

export const permalinkBehaviours: Names<BehaviourPart> = {
  ...Object.fromEntries(testCards.map(({ name, label }) => [name, { words: label, part: { card: name } }])),
  ...choices("gateway"),
  ...choices("bank"),
  ...choices("refund", "refund_"),
  guard: { words: guardWords, part: { guard: true } },
};

export const permalinkClocks: Names<ClockPart> = {
  ...Object.fromEntries(
    Object.entries(clockMoves).map(([name, { words }]) => [name, { words, part: { move: name as ClockMove } }]),
  ),
  stop: { words: "Stop", part: { isStopped: true } },
};

/** Names need no encoding in a URL. */
export const permalinkTo = (names: Readonly<Record<string, string>>): string =>
  `${permalinkPath}?${Object.entries(names)
    .map((pair) => pair.join("="))
    .join("&")}`;
