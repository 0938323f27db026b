import { checkMerchant, type Merchant } from "@/lib/checkout/request/request-rules";
import { responseUrlProblem } from "@/lib/checkout/request/response-url";
import { stateOfLink } from "@/lib/checkout/session/link-use";
import { now } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import type { LinkState } from "@/lib/reference/stored-values";
import type { LinkRow } from "./store";

/** The state of a link for its payers. A link that its merchant may not offer any more counts as closed. */
export const offerState = (merchant: Merchant, link: LinkRow): LinkState =>
  mayOffer(merchant, link) ? stateOfLink(link, now()) : "closed";

function mayOffer(merchant: Merchant, link: LinkRow): boolean {
  const { platform, currency, environment, feeStructure, returnUrl } = link;
  try {
    checkMerchant(merchant, { platform, currency, environment, feeStructure });
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
  return returnUrl === null || !responseUrlProblem(returnUrl, { environment, hosts: merchant.responseHosts });
}
