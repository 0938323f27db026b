import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { AccentStyle } from "@/components/checkout/accent-style";
import { Checkout } from "@/components/checkout/checkout";
import { wordsOf } from "@/components/checkout/words/words-of";
import { openCheckout } from "@/lib/checkout/page/open-checkout";
import { payFieldNames } from "@/lib/checkout/page/page-contract";
import { nonceOf } from "@/lib/http/listener/plain-page";
import { fillIn } from "@/lib/kit/text/fill-in";
import { chooseLanguage } from "@/lib/reference/languages";
import { countryOptions } from "@/lib/reference/places/countries";
import { countriesWithOptionalPostcodes, countriesWithoutPostcodes } from "@/lib/reference/places/postcodes";
import { statesOf } from "@/lib/reference/places/subdivisions";
import { testCards } from "@/lib/reference/test-cards";

type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<{ lang?: string | string[]; fix?: string | string[] }>;
};

/** Loads the session once per request, for the title and for the page. */
const open = cache(openCheckout);

async function languageOf(searchParams: Props["searchParams"]) {
  const asked = [(await searchParams).lang].flat()[0];
  return chooseLanguage(asked, (await headers()).get("accept-language"));
}

/** The fields that the server refused when the browser posted the form without JavaScript, as the URL lists them. */
async function fieldsToFix(searchParams: Props["searchParams"]) {
  const names = [(await searchParams).fix].flat().join(" ").split(" ");
  return payFieldNames.filter((field) => names.includes(field));
}

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const page = await open((await params).token);
  if (!page) return {};
  const words = wordsOf(await languageOf(searchParams), page.view.purpose);
  return {
    title: fillIn(words.page.heading, { merchant: page.view.merchant.name }),
    description: null,
    robots: { index: false, follow: false },
    formatDetection: { telephone: false, email: false, address: false },
  };
}

/** The session's current state alone decides what the page shows. */
export default async function CheckoutPage({ params, searchParams }: Props) {
  const { token } = await params;
  const page = await open(token);
  if (!page) notFound();
  const { view, accent, prefill, simulation, today } = page;
  const language = await languageOf(searchParams);
  return (
    <>
      {accent && <AccentStyle accent={accent} nonce={nonceOf(await headers())} />}
      <Checkout
        {...{ token, language, view, prefill, today }}
        words={wordsOf(language, view.purpose)}
        fix={await fieldsToFix(searchParams)}
        countries={countryOptions(language)}
        {...{ countriesWithoutPostcodes, countriesWithOptionalPostcodes }}
        start={{ country: prefill.country, states: [...statesOf(prefill.country)] }}
        sandbox={
          simulation && { simulation, cards: testCards.map(({ number, group, label }) => ({ number, group, label })) }
        }
      />
    </>
  );
}
