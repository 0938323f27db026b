import type { Problem, Rule, SentenceValues } from "@/lib/kit/problems";
import { fillIn } from "@/lib/kit/text/fill-in";
import { type FieldWords, fieldWords } from "./field-words";
import { formWords } from "./form-words";

/** The sentence about each rule, for fields without one of their own. */
const common: Readonly<Record<Rule, string>> = {
  required: "{verb} {name}.",
  format: "Check {name}.",
  too_short: "Enter {name} with at least {min} characters.",
  too_long: "Enter {name} with at most {max} characters.",
  too_many: "Choose at most {max}.",
  characters: "Enter {name} without line breaks and invisible characters.",
  card_number: "Enter {name} without a card number.",
  choice: "Choose {name} from the list.",
  amount: "Enter {name} above zero in digits, such as 10.00.",
  whole_number: "Enter {name} as a whole number from {min} to {max}.",
  range: "Enter {name} from {min} to {max}.",
  at_least: "Enter {name} of at least {min}.",
  at_most: "Enter {name} of at most {max}.",
  future: "Choose a time in the future.",
  incorrect: "Check {name}. It is wrong.",
  unlike: "Enter {name} as in the field before.",
  weak: "Choose {name} that is harder to guess.",
  reused: "Enter {name} that you have not used before.",
  unavailable: "Choose something else for {name}.",
};

/** The sentence about one wrong field of a form. `form` is the name of its action, or of the list with the filter. */
export function fieldSentence(form: string, field: string, { rule, values = {} }: Problem): string {
  const words = findFieldWords(form, field) ?? { name: "this field" };
  if ("always" in words) return words.always;
  const { name, verb = "Enter", says } = words;
  const general = rule === "format" && verb === "Choose" ? common.required : common[rule];
  return withValues(fillIn(says?.[rule] ?? general, { name, verb }), values);
}

export const findFieldWords = (form: string, field: string): FieldWords | undefined =>
  formWords[form]?.[field] ?? fieldWords[field];

export function withValues(text: string, values: SentenceValues): string {
  const shown = Object.entries(values).map(([name, value]) => [name, value.toLocaleString("en")]);
  return fillIn(text, Object.fromEntries(shown));
}
