import type { Metadata } from "next";
import { headers } from "next/headers";
import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { AccentStyle } from "@/components/checkout/accent-style";
import { Checkout } from "@/components/checkout/checkout";
import { countryLists, withChosen } from "@/components/checkout/places/country-lists";
import { keptParts, shownDetails } from "@/components/checkout/shown-details";
import { wordsOf } from "@/components/checkout/words/words-of";
import { monthOf } from "@/lib/checkout/page/card-fields";
import { previewCheckout } from "@/lib/dashboard/preview-checkout";
import { nonceOf } from "@/lib/http/pages/plain-page";
import { now } from "@/lib/kit/clock";
import { countryOptions } from "@/lib/reference/places/countries";
import { stateOptions } from "@/lib/reference/places/subdivisions";

export const metadata: Metadata = { robots: { index: false, follow: false } };

/** A preview of the checkout page, without a real session. Its controls are disabled. */
export default dashboardPage({ page: "branding", title: "Preview" }, async ({ caller, owner, query }) => {
  const { view, prefill, accent } = await previewCheckout(caller, owner, query);
  const words = wordsOf("en", view.purpose);
  const countries = countryOptions("en");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling frame must be reachable by keyboard
    <section aria-label="Preview" tabIndex={0}>
      {accent && <AccentStyle accent={accent} nonce={nonceOf(await headers())} />}
      <div inert>
        <Checkout
          {...{ view, prefill, words, ...shownDetails({ view, prefill, language: "en" }, countries) }}
          token="preview"
          language="en"
          isFramed
          today={monthOf(now())}
          refused={null}
          parts={keptParts(view, "en")}
          lists={withChosen(countryLists(countries, words), prefill)}
          states={stateOptions(prefill.country)}
          simulation={null}
        />
      </div>
    </section>
  );
});
