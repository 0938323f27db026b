import { readSettings } from "@/lib/accounts/settings/read-settings";
import { brandingForm } from "@/lib/accounts/settings/settings-contract";
import { supportOf } from "@/lib/checkout/page/merchant-view";
import { prefillOf } from "@/lib/checkout/page/prefill";
import { sampleView } from "@/lib/checkout/page/sample-view";
import type { Caller, Owner } from "@/lib/http/message/caller";
import { customerDetailsOf } from "@/lib/reference/customer-details";
import { platforms } from "@/lib/reference/platforms";
import { checkoutMethods } from "@/lib/reference/stored-values";

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** Previews the checkout page with settings that are not saved yet. Invalid settings are ignored. */
export async function previewCheckout(caller: Caller, { environment }: Owner, query: Query) {
  const settings = await readSettings(caller);
  const { display_name, accent_colour } = brandingForm.body.shape;
  const name = display_name.safeParse(query.name || undefined).data;
  const accent = accent_colour.safeParse(query.accent || undefined).data;
  return {
    view: sampleView({
      method: checkoutMethods.find((method) => method === query.method) ?? checkoutMethods[0],
      environment,
      merchant: {
        name: name ?? settings.ownName,
        support: supportOf(settings.supportContact),
        picture: settings.picture,
      },
      currency: platforms[caller.homePlatform].currency,
      avs: settings.avs,
    }),
    prefill: prefillOf(customerDetailsOf({ country: caller.homePlatform })),
    accent: accent ?? null,
  };
}
