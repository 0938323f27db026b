import { cvcLengthOf } from "@/lib/checkout/page/card-fields";
import type { FieldProblem, PayField } from "@/lib/checkout/page/page-fields";
import { fillIn } from "@/lib/kit/text/fill-in";
import type { Words } from "../words/en";
import type { PayFormControl } from "./use-pay-form";

type ProblemSource = Pick<PayFormControl, "problems" | "number" | "network" | "refusedNetwork" | "stateList">;
type Sentence = keyof Words["problems"];

/** The error text for a field, in the language of the page. */
export function problemText(
  { problems, number, network, refusedNetwork, stateList }: ProblemSource,
  name: PayField,
  words: Words,
): string | undefined {
  const problem = problems[name];
  if (!problem) return undefined;
  return sentenceAbout({ ...words.labels, ...stateList.labels }[name], sentenceOf(problem, name), words, {
    network: refusedNetwork,
    digits: cvcLengthOf({ card_number: number, card_network: network }),
  });
}

/** Names the field by its own label, which may depend on the country. */
export function sentenceAbout(label: string, sentence: Sentence, { problems }: Words, values = {}): string {
  return fillIn(problems[sentence], { field: label, name: withinSentence(label), ...values });
}

/** Keeps the capitals of abbreviations, such as "ZIP code", and of the French "État". */
const withinSentence = (label: string): string => label.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());

const requiredSentences: Partial<Record<PayField, Sentence>> = {
  phone_country: "choose",
  country: "choose",
  state: "choose",
  consent: "consent",
};

function sentenceOf(problem: FieldProblem, name: PayField): Sentence {
  switch (problem) {
    case "required":
      return requiredSentences[name] ?? problem;
    case "network_required":
    case "country_invalid":
    case "state_invalid":
      return "choose";
    default:
      return problem;
  }
}
