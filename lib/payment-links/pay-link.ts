import { readPhone } from "@/lib/checkout/page/prefill";
import { openCheckoutSession } from "@/lib/checkout/request/open-checkout-session";
import { checkMerchant, type Merchant, readRegion, splitName } from "@/lib/checkout/request/request-rules";
import { findMerchant } from "@/lib/checkout/request/request-store";
import { stateOfLink } from "@/lib/checkout/session/link-use";
import type { LinkField, LinkState } from "@/lib/checkout/vocabulary";
import type { BodyOf } from "@/lib/http/route/endpoint";
import { now } from "@/lib/kit/clock";
import { AppError, invalidField, notFound } from "@/lib/kit/errors";
import { slugPattern } from "@/lib/kit/ids";
import { formatMinor, type Minor } from "@/lib/kit/money";
import { linkPageUrl } from "@/lib/kit/own-pages";
import { computeFees } from "@/lib/transactions/fees";
import type { openLinkEndpoint } from "./contract";
import { isWithinBounds } from "./rules";
import { findLinkBySlug, type PublicLinkRow } from "./store";

export type LinkBody = BodyOf<typeof openLinkEndpoint>;

export type FoundLink = { link: PublicLinkRow; merchant: Merchant; state: LinkState };

/** Finds a link by the end of its address. A link that its merchant may not offer any more counts as closed. */
export async function findPublicLink(slug: string): Promise<FoundLink | null> {
  const link = slugPattern.test(slug) ? await findLinkBySlug(slug) : null;
  const merchant = link && (await findMerchant(link.accountNumber));
  if (!link || !merchant) return null;
  return { link, merchant, state: mayOffer(merchant, link) ? stateOfLink(link, now()) : "closed" };
}

function mayOffer(merchant: Merchant, { platform, currency, environment, feeStructure }: PublicLinkRow): boolean {
  try {
    checkMerchant(merchant, { platform, currency, environment, feeStructure });
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Why a link cannot be paid. */
const refusals: Readonly<Record<Exclude<LinkState, "open">, string>> = {
  closed: "This payment link is closed. Nothing was charged.",
  used_up: "This payment link has already been paid. Nothing was charged.",
  expired: "This payment link has expired. Nothing was charged.",
};

/** Opens an ordinary session for one payer of a link. */
export function openLink(found: FoundLink | null, body: LinkBody) {
  if (!found) throw notFound();
  const { link, merchant, state } = found;
  if (state !== "open") throw new AppError("gone", refusals[state]);
  requireAsked(link, body);
  const { platform, currency, environment, feeStructure } = link;
  const total = totalOf(link, body.amount);
  return openCheckoutSession({
    ...computeFees({ platform, currency, total, feeStructure }),
    ...answersOf(link, body),
    purpose: "payment",
    paymentLinkId: link.id,
    accountNumber: link.accountNumber,
    environment,
    platform,
    currency,
    total,
    feeStructure,
    method: "credit_card_co",
    origin: "payment-link",
    responseUrl: link.returnUrl ?? linkPageUrl(link.slug),
    avs: merchant.avs,
  });
}

const requiredOf: Readonly<Record<LinkField, readonly (keyof LinkBody)[]>> = {
  name: ["name"],
  phone: ["phone"],
  address: ["addr1", "city", "country"],
  note: ["note"],
};

function requireAsked({ asks }: PublicLinkRow, body: LinkBody): void {
  const missing = asks.flatMap((field) => requiredOf[field]).filter((field) => body[field] === undefined);
  if (missing.length === 0) return;
  const errors = Object.fromEntries(missing.map((field) => [field, [`The ${field} field is required.`]]));
  throw new AppError("invalid", `The ${missing[0]} field is required.`, { fields: { errors } });
}

/** What the payer answered. Answers that the link does not ask for are ignored. */
function answersOf({ asks, platform }: PublicLinkRow, body: LinkBody) {
  const has = (field: LinkField) => asks.includes(field);
  return {
    ...(has("name") && body.name !== undefined && splitName(body.name)),
    ...(has("phone") && body.phone !== undefined && { phone: phoneOf(body.phone, platform) }),
    ...(has("address") && {
      address1: body.addr1,
      address2: body.addr2,
      city: body.city,
      region: readRegion(body.country, body.state),
      zipcode: body.zipcode,
      country: body.country,
    }),
    ...(has("note") && { data: body.note }),
  };
}

/** The merchant asked for the number, so an incomplete one is refused. A local number is one of the link's platform. */
function phoneOf(phone: string, platform: string): string {
  const number = readPhone(platform, phone);
  if (!number) throw invalidField("phone", "must be a phone number with its area code.");
  return number;
}

function totalOf(link: PublicLinkRow, chosen: Minor | undefined): Minor {
  if (link.amount !== null) return link.amount;
  if (chosen === undefined) throw invalidField("amount", "field is required.");
  if (isWithinBounds(link, chosen)) return chosen;
  const bounds = [link.amountMin, link.amountMax].map((bound) => formatMinor(bound ?? 0n));
  throw invalidField("amount", `must be between ${bounds.join(" and ")} ${link.currency}. Nothing was charged.`);
}
