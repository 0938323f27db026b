import { readPhone } from "@/lib/checkout/page/prefill";
import { openCheckoutSession } from "@/lib/checkout/request/open-checkout-session";
import { type Merchant, readAddress, splitName } from "@/lib/checkout/request/request-rules";
import { findMerchant } from "@/lib/checkout/request/request-store";
import { countPaid } from "@/lib/checkout/session/link-use-store";
import { isLinkTakeable } from "@/lib/checkout/session/take-over-store";
import type { BodyOf } from "@/lib/http/message/endpoint";
import { AppError, invalidField, joinErrors, notFound } from "@/lib/kit/errors";
import { slugPattern } from "@/lib/kit/ids";
import { formatMinor, type Minor } from "@/lib/kit/money";
import { linkPageUrl } from "@/lib/kit/own-pages";
import type { LinkField } from "@/lib/reference/stored-values";
import { computeFees } from "@/lib/transactions/fees";
import type { openLinkEndpoint } from "./contract";
import type { OfferState } from "./link-view";
import { offerState } from "./offer";
import { isStock, isWithinBounds, quantityOffered } from "./rules";
import { findLinkBySlug, type PublicLinkRow } from "./store";

export type LinkBody = BodyOf<typeof openLinkEndpoint>;

export type FoundLink = { link: PublicLinkRow; merchant: Merchant; state: OfferState };

export async function findPublicLink(slug: string): Promise<FoundLink | null> {
  const link = slugPattern.test(slug) ? await findLinkBySlug(slug) : null;
  const merchant = link && (await findMerchant(link.accountNumber));
  return link && merchant ? { link, merchant, state: await publicState(merchant, link) } : null;
}

/**
 * A link whose pieces are all taken is used up only once they are paid. It stays open if a payer can take over from an
 * unfinished challenge.
 */
async function publicState(merchant: Merchant, link: PublicLinkRow): Promise<OfferState> {
  const state = offerState(merchant, link);
  if (state !== "used_up" || (await countPaid(link.id)) >= (link.usesMax ?? 0)) return state;
  return (await isLinkTakeable(link.id)) ? "open" : "busy";
}

/** Why a link cannot be paid. */
const refusals: Readonly<Record<Exclude<OfferState, "open"> | "sold_out", string>> = {
  closed: "This payment link is closed. Nothing was charged.",
  busy: "This payment link is being paid. This request charged nothing.",
  used_up: "This payment link has been paid. This request charged nothing.",
  sold_out: "This payment link is sold out. This request charged nothing.",
  expired: "This payment link has expired. Nothing was charged.",
};

/** Opens an ordinary session for one payer of a link. */
export function openLink(found: FoundLink | null, body: LinkBody) {
  if (!found) throw notFound();
  const { link, merchant, state } = found;
  if (state !== "open") throw new AppError("gone", refusals[isStock(link) && state === "used_up" ? "sold_out" : state]);
  checkAnswers(link, body);
  const { platform, currency, environment, feeStructure } = link;
  const quantity = link.quantityMax === null ? null : (body.quantity ?? 1);
  const total = (link.amount ?? body.amount ?? 0n) * BigInt(quantity ?? 1);
  return openCheckoutSession({
    ...computeFees({ platform, currency, total, feeStructure }),
    ...answersOf(link, body),
    purpose: "payment",
    paymentLinkId: link.id,
    quantity,
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

/** Names every wrong answer at once, so that the payer corrects the form once. */
function checkAnswers(link: PublicLinkRow, body: LinkBody): void {
  const missing = link.asks.flatMap((field) => requiredOf[field]).filter((field) => body[field] === undefined);
  const problems: [field: string, problem: string | null][] = [
    ["amount", amountProblem(link, body.amount)],
    ["quantity", quantityProblem(link, body.quantity)],
    ...missing.map((field): [string, string] => [field, "field is required."]),
    ["phone", link.asks.includes("phone") && body.phone !== undefined ? phoneProblem(link, body.phone) : null],
  ];
  const errors = problems.flatMap(([field, problem]) => (problem ? [invalidField(field, problem)] : []));
  const [first, ...others] = errors;
  if (first) throw joinErrors([first, ...others]);
}

function amountProblem(link: PublicLinkRow, chosen: Minor | undefined): string | null {
  if (link.amount !== null) return null;
  if (chosen === undefined) return "field is required.";
  if (isWithinBounds(link, chosen)) return null;
  const bounds = [link.amountMin, link.amountMax].map((bound) => formatMinor(bound ?? 0n));
  return `must be between ${bounds.join(" and ")} ${link.currency}. Nothing was charged.`;
}

function quantityProblem(link: PublicLinkRow, chosen = 1): string | null {
  const most = quantityOffered(link);
  return most === null || chosen <= most ? null : `must be between 1 and ${most}. Nothing was charged.`;
}

/** The merchant asked for the number, so an incomplete one is refused. A local number is one of the link's platform. */
const phoneProblem = ({ platform }: PublicLinkRow, phone: string): string | null =>
  readPhone(platform, phone) ? null : "must be a phone number with its area code.";

/** What the payer answered. Answers that the link does not ask for are ignored. */
function answersOf({ asks, platform }: PublicLinkRow, body: LinkBody) {
  const has = (field: LinkField) => asks.includes(field);
  return {
    ...(has("name") && body.name !== undefined && splitName(body.name)),
    ...(has("phone") && body.phone !== undefined && { phone: readPhone(platform, body.phone) }),
    ...(has("address") && readAddress(body)),
    ...(has("note") && { data: body.note }),
  };
}
