import { cvcLengthOf, type PayField } from "@/lib/checkout/page/page-contract";
import { fillIn } from "@/lib/kit/fill-in";
import type { Words } from "../words/en";
import type { PayFormControl } from "./use-pay-form";

/** What a field was told, in plain words. */
export function problemText(
  { told, number, network }: Pick<PayFormControl, "told" | "number" | "network">,
  name: PayField,
  words: Words,
): string | undefined {
  const problem = told[name];
  if (!problem) return undefined;
  if (problem === "required" || problem === "network_required") return words.required[name];
  return fillIn(words.problems[problem], {
    field: words.labels[name],
    digits: cvcLengthOf({ card_number: number, card_network: network }),
  });
}
