import { openCheckout } from "@/lib/checkout/page/open-checkout";
import type { FormRefusal } from "@/lib/checkout/page/page-fields";
import { type RefusedForm, withTyped } from "@/lib/checkout/pay/refused-form";
import type { IncomingRequest } from "@/lib/http/message/incoming";
import type { Answer } from "@/lib/http/message/respond";
import { newPolicy, unframed } from "@/lib/http/pages/page-policy";
import { chooseLanguage, regionOf } from "@/lib/reference/languages";
import { countryOptions } from "@/lib/reference/places/countries";
import { stateOptions } from "@/lib/reference/places/subdivisions";
import type { Loaded } from "../../documents";

type Shown = {
  request: IncomingRequest;
  token: string;
  /** The form that the server has just refused, if the browser posted it without JavaScript. */
  refused: RefusedForm | null;
};

const withoutTyped = ({ typed: _typed, ...refusal }: RefusedForm): FormRefusal => refusal;

/** Renders the hosted page of a session. */
export async function showCheckout(renderer: Loaded<"checkout">, { request, token, refused }: Shown): Promise<Answer> {
  const { renderCheckout, renderMissing, assets } = renderer;
  const query = new URLSearchParams(request.search);
  const opened = await openCheckout(token, query.get("card"));
  // The session says who may frame the page.
  const { headers, nonce } = newPolicy(opened?.framing ?? unframed);
  const context = { ...assets, nonce };
  const accepted = request.headers.get("accept-language");
  if (!opened) return { status: 404, body: renderMissing(chooseLanguage(null, accepted), context), headers };
  const language = chooseLanguage(query.get("lang"), accepted);
  const { framing: _inHeaders, ...page } = opened;
  // The page of an ended session contains nothing of the payer.
  const isForm = page.view.state === "hosted";
  const prefill = refused && isForm ? withTyped(page.prefill, refused.typed) : page.prefill;
  const states = stateOptions(prefill.country, prefill.state);
  const likelyCountry = regionOf(accepted);
  const hasAllCountries = query.has("countries");
  const isFramed = request.headers.get("sec-fetch-dest") === "iframe";
  const refusal = refused && withoutTyped(refused);
  const form = { prefill, refused: refusal, states, likelyCountry, hasAllCountries };
  const session = { ...page, ...form, token, language, isFramed };
  return { status: 200, body: renderCheckout(session, countryOptions(language), context), headers };
}
