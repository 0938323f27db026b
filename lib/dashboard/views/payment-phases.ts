import { formatMoment, type Zone } from "@/lib/format/dates";
import { formatLength } from "@/lib/format/durations";
import type { Owner } from "@/lib/http/message/caller";
import { second } from "@/lib/kit/clock";
import type { StepType } from "@/lib/timeline/steps";
import { findPhaseSteps, type PhaseStep } from "@/lib/timeline/store";

/** Where the time of a payment went, from opening the page to its result. */

type PhaseKind = "page" | "check" | "bank";
type Phase = { kind: PhaseKind; from: Date; until: Date };

/** The phase that each step begins. The last step ends the last phase and begins none. */
const begins: Partial<Record<StepType, PhaseKind | null>> = {
  page_opened: "page",
  try_started: "bank",
  try_refused: "page",
  gateway_called: "bank",
  challenge_shown: "check",
  challenge_answered: "bank",
  challenge_cancelled: "page",
  finalised: null,
};

/** What an answer of the bank begins: a payer whose card was declined is on the page again. */
const answers: Readonly<Record<string, PhaseKind>> = { challenge: "check", declined: "page" };
const answeredSteps: readonly string[] = ["gateway_answered", "inquired"];

/** The phases of a payment with a result, in their order. Empty if the payer did not open the page. */
export function phasesOf(steps: readonly PhaseStep[]): Phase[] {
  const phases: Phase[] = [];
  let current = null as Omit<Phase, "until"> | null;
  for (const { type, at, outcome } of steps) {
    const isAnswer = answeredSteps.includes(type);
    const next: PhaseKind | null | undefined = isAnswer ? answers[outcome ?? ""] : begins[type as StepType];
    if (next === undefined || next === current?.kind) continue;
    if (current && at > current.from) phases.push({ ...current, until: at });
    current = next && { kind: next, from: at };
  }
  return current ? [] : phases;
}

const phaseWords: Readonly<Record<PhaseKind, string>> = { page: "Page open", check: "Bank’s check", bank: "Bank" };
const kinds = ["page", "check", "bank"] as const;

export type PaymentTimes = NonNullable<ReturnType<typeof timesIn>>;

/** The phases with the words of the page. Null without any, and for a payment of a program, which takes no time. */
export function timesIn(phases: readonly Phase[], zone: Zone) {
  const [first, last] = [phases[0], phases.at(-1)];
  if (!first || !last || last.until.getTime() - first.from.getTime() < second) return null;
  const lengthOf = ({ from, until }: Phase) => until.getTime() - from.getTime();
  return {
    from: formatMoment(first.from, "seconds", zone),
    until: formatMoment(last.until, "seconds", zone),
    total: formatLength(last.until.getTime() - first.from.getTime()),
    phases: phases.map((phase) => ({
      kind: phase.kind,
      words: phaseWords[phase.kind],
      ms: lengthOf(phase),
      from: formatMoment(phase.from, "seconds", zone),
      took: formatLength(lengthOf(phase)),
    })),
    totals: kinds.flatMap((kind) => {
      const own = phases.filter((phase) => phase.kind === kind);
      const ms = own.reduce((sum, phase) => sum + lengthOf(phase), 0);
      return own.length > 0 ? [{ kind, words: phaseWords[kind], took: formatLength(ms) }] : [];
    }),
  };
}

export async function readPaymentTimes(owner: Owner, transactionId: string, zone: Zone) {
  return timesIn(phasesOf(await findPhaseSteps(owner, transactionId)), zone);
}
