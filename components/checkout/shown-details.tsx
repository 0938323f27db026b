import type { Prefill } from "@/lib/checkout/page/page-fields";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { formatMoney } from "@/lib/format/money";
import type { Language } from "@/lib/reference/languages";
import { Footer } from "./footer";
import { givenLines } from "./form/given-lines";
import { OrderSummary } from "./order-summary";
import { placeLabels } from "./places/place-labels";

type Page = { view: SessionView; language: Language; prefill: Prefill };
type CountryName = { code: string; name: string };

/**
 * The texts about the order and the customer that the server makes: it has the names of countries and the labels of
 * their places, and a browser that formats a number otherwise would render the whole page again.
 */
export function shownDetails({ view, language, prefill }: Page, countries: readonly CountryName[]) {
  const country = countries.find(({ code }) => code === prefill.country);
  return {
    amount: amountsOf(view, language).amount,
    given: givenLines(prefill, country?.name ?? ""),
    placeLabels: placeLabels(prefill.country, language),
  };
}

/** The parts of the page that only the server renders. */
export function keptParts(view: SessionView, language: Language) {
  return {
    summary: <OrderSummary view={view} amounts={amountsOf(view, language)} />,
    footer: <Footer support={view.merchant.support} language={language} />,
  };
}

export type Amounts = ReturnType<typeof amountsOf>;

export function amountsOf({ currency, total, fee, amount }: SessionView, language: Language) {
  const format = (text: string) => formatMoney({ amount: text, currency, language });
  return { total: format(total), fee: format(fee), amount: format(amount) };
}
