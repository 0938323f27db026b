import { cvcLengthOf } from "@/lib/checkout/page/card-fields";
import type { PayField } from "@/lib/checkout/page/page-fields";
import { fillIn } from "@/lib/kit/text/fill-in";
import type { Words } from "../words/en";
import type { PayFormControl } from "./use-pay-form";

type ProblemSource = Pick<PayFormControl, "problems" | "number" | "network" | "refusedNetwork">;

/** The error text for a field, in the language of the page. */
export function problemText(
  { problems, number, network, refusedNetwork }: ProblemSource,
  name: PayField,
  words: Words,
): string | undefined {
  const problem = problems[name];
  if (!problem) return undefined;
  if (problem === "required" || problem === "network_required") return words.required[name];
  return fillIn(words.problems[problem], {
    field: words.labels[name],
    network: refusedNetwork,
    digits: cvcLengthOf({ card_number: number, card_network: network }),
  });
}
