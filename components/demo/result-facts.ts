import { cardName } from "@/lib/format/card-name";
import { formatMoney } from "@/lib/format/money";
import { currencies } from "@/lib/reference/currencies";

type Shown = { tone: "good" | "neutral" | "bad"; isPaid: boolean; parameters: { name: string; value: string }[] };
type Facts = { amount: string | null; facts: [name: string, value: string][] };

/** The facts of a verified result. A result that does not verify proves nothing, so none of its values is a fact. */
export function resultFacts({ tone, isPaid, parameters }: Shown): Facts {
  if (tone === "bad") return { amount: null, facts: [] };
  const given = (wanted: string) => parameters.find(({ name }) => name === wanted)?.value ?? "";
  const currency = currencies.find((code) => code === given("currency"));
  const card = given("card");
  const facts: [string, string][] = [
    ["Order", given("order_id")],
    ["Card", card && cardName(null, card)],
    ["Transaction", given("transaction_id")],
  ];
  return {
    amount: isPaid && currency ? formatMoney({ amount: given("total"), currency }) : null,
    facts: facts.filter(([, value]) => value !== ""),
  };
}
