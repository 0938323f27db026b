import type { Prefill } from "@/lib/checkout/page/page-fields";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { formatMoney } from "@/lib/format/money";
import type { Language } from "@/lib/reference/languages";
import { givenLines } from "./form/given-lines";

/** The amounts of the order as the page shows them. */
export type Amounts = Record<"total" | "fee" | "amount", string>;

type Page = { view: SessionView; language: Language; prefill: Prefill };
type CountryName = { code: string; name: string };

/**
 * The texts about the order and the customer that the server makes: it has the names of countries, and a browser that
 * formats a number otherwise would render the whole page again.
 */
export function shownDetails({ view, language, prefill }: Page, countries: readonly CountryName[]) {
  const { currency, total, fee, amount } = view;
  const format = (text: string) => formatMoney({ amount: text, currency, language });
  const country = countries.find(({ code }) => code === prefill.country);
  const amounts: Amounts = { total: format(total), fee: format(fee), amount: format(amount) };
  return { amounts, given: givenLines(prefill, country?.name ?? "") };
}
