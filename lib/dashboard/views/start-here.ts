import { readSettings } from "@/lib/accounts/settings/read-settings";
import { listApiKeys } from "@/lib/auth/keys/manage-keys";
import type { Visit } from "@/lib/dashboard/viewer";
import { hasVerifiedResult } from "@/lib/hash-keys/store";
import { env } from "@/lib/kit/env";
import { findAnyLink } from "@/lib/payment-links/store";
import { platforms } from "@/lib/reference/platforms";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import { findFirstSteps } from "@/lib/transactions/history/figures-store";
import { findEndpoints } from "@/lib/webhooks/endpoints/endpoint-store";
import { goLiveOf } from "./go-live";

/** The first steps of a new account. Each step is done when the stored facts say so. */

/** What the browser remembers (lib/reference/start-here.ts). */
export type Remembered = { isCopied: boolean; isHidden: boolean; isPaymentHidden: boolean };

export type StartHereView = Awaited<ReturnType<typeof readStartHere>>;

/** New accounts see the steps in test mode, until live payments are approved. */
export const isNewAccount = ({ mode, viewer }: Visit, { isHidden }: Pick<Remembered, "isHidden">): boolean =>
  mode === "test" &&
  !isHidden &&
  viewer.role !== "support" &&
  viewer.account.isBusiness &&
  !goLiveOf(viewer).isApproved &&
  !isSandboxSeed(viewer.account.number);

export async function readStartSteps(visit: Visit, { isCopied }: Pick<Remembered, "isCopied">) {
  const { owner, viewer, caller } = visit;
  const { accountNumber } = owner;
  const [first, link, verified, endpoints, settings] = await Promise.all([
    findFirstSteps(owner),
    findAnyLink(owner),
    hasVerifiedResult(owner),
    findEndpoints({ accountNumber, environments: [owner.environment] }),
    readSettings(caller),
  ]);
  return {
    copied: isCopied || first.hasRequest,
    requested: first.hasRequest,
    linked: link !== null,
    paid: first.hasPayment,
    verified,
    webhook: endpoints.length > 0,
    branded: settings.picture !== null || settings.accentColour !== null,
    live: goLiveOf(viewer).isApproved,
  };
}

/** In the page's query: whether the merchant sells with a website. */
export type WebsiteChoice = "yes" | "no" | undefined;

/**
 * The page that a new account sees instead of the overview. An account that has links and requested no payment sells
 * without a website, unless its member chooses otherwise.
 */
export async function readStartHere(visit: Visit, remembered: Pick<Remembered, "isCopied">, website: WebsiteChoice) {
  const { viewer, caller, environment } = visit;
  const [steps, keys] = await Promise.all([readStartSteps(visit, remembered), listApiKeys(caller)]);
  const key = keys.data.find((one) => one.environment === environment);
  return {
    firstName: viewer.name.split(" ")[0] ?? viewer.name,
    accountNumber: viewer.account.number,
    steps,
    hasWebsite: website ? website === "yes" : steps.requested || !steps.linked,
    goLive: goLiveOf(viewer).steps,
    apiKey: key ? { kid: key.kid } : null,
    request: { country: caller.homePlatform, currency: platforms[caller.homePlatform].currency },
    baseUrl: env().PUBLIC_URL,
    hasDemoShop: env().SEED_SANDBOX,
  };
}
