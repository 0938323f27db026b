import { methodWords } from "@/lib/format/value-words";
import { type Language, languages } from "@/lib/reference/languages";
import type { Simulation } from "@/lib/reference/simulation";
import type { CheckoutMethod } from "@/lib/reference/stored-values";
import { findTestCard } from "@/lib/reference/test-cards";
import { behaviours } from "@/lib/reference/testing/behaviour-words";
import {
  type BehaviourPart,
  type ClockPart,
  permalinkBehaviours,
  permalinkClocks,
} from "@/lib/reference/testing/permalinks";

/** The state that a permalink names. */
export type Permalink = {
  method: CheckoutMethod;
  /** The test card in the form. */
  card: string;
  /** Whether the session checks the address. */
  checksAddress: boolean;
  simulation: Partial<Simulation>;
  clock: ClockPart;
  language: Language | null;
};

type Words = Readonly<Record<string, string>>;

const wordsOf = (names: Readonly<Record<string, { words: string }>>): Words =>
  Object.fromEntries(Object.entries(names).map(([name, { words }]) => [name, words]));

/** The parameters of a permalink, and the names that each accepts. `isList`: several names, separated by commas. */
export const permalinkParameters = {
  method: { names: methodWords, isList: false },
  behaviour: { names: wordsOf(permalinkBehaviours), isList: true },
  clock: { names: wordsOf(permalinkClocks), isList: true },
  avs: { names: behaviours.avs.values, isList: false },
  lang: { names: languages, isList: false },
} as const satisfies Record<string, { names: Words; isList: boolean }>;

type Parameter = keyof typeof permalinkParameters;
type Given = Record<Parameter, readonly string[]>;

const isParameter = (name: string): name is Parameter => Object.hasOwn(permalinkParameters, name);

/** Reads the query of a permalink. Returns its mistakes as sentences if it has any. */
export function readPermalink(query: URLSearchParams): { permalink: Permalink } | { mistakes: string[] } {
  const namesOf = (parameter: Parameter) =>
    query.getAll(parameter).flatMap((value) => value.split(",").filter(Boolean));
  const given: Given = {
    method: namesOf("method"),
    behaviour: namesOf("behaviour"),
    clock: namesOf("clock"),
    avs: namesOf("avs"),
    lang: namesOf("lang"),
  };
  const unknown = [...new Set(query.keys())].filter((name) => !isParameter(name));
  const mistakes = [
    ...unknown.map((name) => `“${name}” is not a parameter of a permalink.`),
    ...Object.entries(given).flatMap(([parameter, values]) => mistakesIn(parameter as Parameter, values)),
  ];
  return mistakes.length > 0 ? { mistakes } : { permalink: permalinkOf(given) };
}

const partsOf = { behaviour: permalinkBehaviours, clock: permalinkClocks };

function mistakesIn(parameter: Parameter, values: readonly string[]): string[] {
  const { names, isList } = permalinkParameters[parameter];
  const bad = values.filter((value) => !Object.hasOwn(names, value));
  if (bad.length > 0) return bad.map((value) => `“${value}” is not a name of “${parameter}”.`);
  if (!isList) return values.length > 1 ? [`“${parameter}” takes one name.`] : [];
  const named = partsOf[parameter as keyof typeof partsOf];
  const set = values.flatMap((value) => Object.keys(named[value]?.part ?? {}));
  return new Set(set).size < set.length ? [`Two names of “${parameter}” exclude each other.`] : [];
}

const partFor = <Part extends object>(named: Readonly<Record<string, { part: Part }>>, names: readonly string[]) =>
  Object.assign({}, ...names.map((name) => named[name]?.part)) as Part;

function permalinkOf({ method: [method], behaviour, clock, avs: [avs], lang: [language] }: Given): Permalink {
  const { card: named, ...simulation } = partFor<BehaviourPart>(permalinkBehaviours, behaviour);
  // The bank shows its page only for a card with a challenge.
  const card = named ?? (simulation.bank ? "challenge_approved" : "visa");
  return {
    method: (method ?? "credit_card_co") as Permalink["method"],
    card,
    checksAddress: avs !== undefined || findTestCard(card)?.group === "avs",
    simulation: { ...simulation, ...(avs && { avs: avs as Simulation["avs"] }) },
    clock: partFor<ClockPart>(permalinkClocks, clock),
    language: (language ?? null) as Language | null,
  };
}
