import { checkMerchant, type Merchant } from "@/lib/checkout/request/request-rules";
import { responseUrlProblem, responseUrlRule } from "@/lib/checkout/request/response-url";
import type { BodyOf } from "@/lib/http/message/endpoint";
import { now } from "@/lib/kit/clock";
import { invalidField } from "@/lib/kit/errors";
import { totalLimits } from "@/lib/reference/currencies";
import type { Environment } from "@/lib/reference/platforms";
import { checkTotal } from "@/lib/transactions/total-limits";
import type { createLinkEndpoint } from "./contract";
import { type Offer, priceProblem, quantityMaxProblem } from "./rules";
import type { LinkRow } from "./store";

/** What a link asks of every payer. An update names only the terms that it changes. */
type Terms = Partial<Pick<LinkRow, "feeStructure" | "returnUrl" | "expiresAt"> & Offer>;
type Present = Pick<LinkRow, "platform" | "currency" | "environment"> & Offer;

/** Checks the terms, so that no payer meets a link that cannot be paid. */
export function checkTerms(merchant: Merchant, present: Present, terms: Terms): void {
  const { feeStructure, returnUrl, expiresAt, amount, quantityMax } = terms;
  if (feeStructure !== undefined) checkMerchant(merchant, { ...present, feeStructure });
  if (amount !== undefined || quantityMax !== undefined) checkOffer({ ...present, ...terms });
  checkAddress(returnUrl, { environment: present.environment, hosts: merchant.responseHosts });
  checkExpiry(expiresAt);
}

function checkAddress(address: string | null | undefined, allowed: Parameters<typeof responseUrlProblem>[1]): void {
  const problem = address && responseUrlProblem(address, allowed);
  if (problem) throw invalidField("return_url", problem, responseUrlRule(problem));
}

function checkExpiry(expiresAt: Date | null | undefined): void {
  if (expiresAt && expiresAt <= now()) throw invalidField("expires_at", "must be in the future.", { rule: "future" });
}

type TermName = "currency" | "amount" | "amount_min" | "amount_max" | "return_url" | "expires_at";
type TermFields = { [Name in TermName]?: BodyOf<typeof createLinkEndpoint>[Name] | undefined };

/** The checks of a form's fields, each of which may be missing. `checkTerms` checks the link as a whole. */
export function termChecks(environment: Environment, form: TermFields) {
  const { currency, amount, amount_min, amount_max } = form;
  return [
    ...Object.entries({ amount, amount_min, amount_max }).map(
      ([field, value]) =>
        () =>
          currency && value !== undefined && checkTotal(field, value, currency),
    ),
    () => checkAddress(form.return_url, { environment, hosts: [] }),
    () => checkExpiry(form.expires_at),
  ];
}

function checkOffer({ currency, ...offer }: Offer & Pick<LinkRow, "currency">): void {
  const amounts = { amount: offer.amount, amount_min: offer.amountMin, amount_max: offer.amountMax };
  const problem = priceProblem(offer);
  if (problem) {
    const [field, ending] = problem;
    throw invalidField(field, ending, { rule: amounts[field] === null ? "required" : "format" });
  }
  for (const [field, amount] of Object.entries(amounts)) if (amount !== null) checkTotal(field, amount, currency);
  const tooMany = quantityMaxProblem(offer, totalLimits[currency].maximum);
  if (tooMany) throw invalidField("max_quantity", tooMany, { rule: "unavailable" });
}
