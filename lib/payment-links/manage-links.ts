import { recordChange } from "@/lib/audit/record";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { findMerchantOrThrow } from "@/lib/checkout/request/request-store";
import { inTransaction } from "@/lib/db/client";
import { toPage, windowOf } from "@/lib/http/body/paging";
import type { Caller, Owner } from "@/lib/http/message/caller";
import type { BodyOf, QueryOf } from "@/lib/http/message/endpoint";
import { now } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { AppError, invalidField, notFound } from "@/lib/kit/errors";
import { newSlug, newUlid } from "@/lib/kit/ids";
import { formatMinor } from "@/lib/kit/money";
import { linkPageUrl } from "@/lib/kit/own-pages";
import type { Environment } from "@/lib/reference/platforms";
import type { LinkField } from "@/lib/reference/stored-values";
import {
  type ClearableField,
  type createLinkEndpoint,
  linksMax,
  type listLinksEndpoint,
  type updateLinkEndpoint,
} from "./contract";
import { offerState } from "./offer";
import type { Offer } from "./rules";
import {
  countLinksLocked,
  findLink,
  findLinks,
  findLinksBy,
  insertLink,
  type LinkRow,
  lockLink,
  updateLinkRow,
} from "./store";
import { checkTerms } from "./terms";

export const ownerOf = ({ accountNumber }: Caller, environment: Environment): Owner => ({ accountNumber, environment });

export async function createLink(caller: Caller, environment: Environment, body: BodyOf<typeof createLinkEndpoint>) {
  const owner = ownerOf(caller, environment);
  const merchant = await findMerchantOrThrow(caller.accountNumber);
  const at = now();
  const link = {
    ...owner,
    id: newUlid(),
    slug: newSlug(),
    title: body.title,
    platform: body.country_code ?? caller.homePlatform,
    currency: body.currency,
    amount: body.amount ?? null,
    amountMin: body.amount_min ?? null,
    amountMax: body.amount_max ?? null,
    feeStructure: body.fee_structure ?? merchant.feeStructure ?? "merchant_absorb",
    description: body.description ?? null,
    asks: (body.ask ?? []) as LinkField[],
    thanks: body.thanks ?? null,
    returnUrl: body.return_url ?? null,
    usesMax: body.max_uses ?? null,
    quantityMax: body.max_quantity ?? null,
    expiresAt: body.expires_at ?? null,
    createdAt: at,
    updatedAt: at,
  };
  checkTerms(merchant, link, link);
  return inTransaction(async () => {
    if ((await countLinksLocked(owner, at)) >= linksMax) {
      throw new AppError("conflict", `An account may have at most ${linksMax} payment links that can be paid.`, {
        refusal: { reason: "links_max", values: { max: linksMax } },
      });
    }
    const row = await insertLink(link);
    await recordChange(caller, "payment_link.created", aboutLink(row));
    return { message: "Created" as const, data: toLinkRecord(merchant, row) };
  });
}

/** The newest links that a search finds. */
export async function searchLinks(owner: Owner, search: Parameters<typeof findLinksBy>[1], limit: number) {
  const merchant = await findMerchantOrThrow(owner.accountNumber);
  return (await findLinksBy(owner, search, limit)).map((row) => toLinkRecord(merchant, row));
}

export async function listLinks(caller: Caller, environment: Environment, query: QueryOf<typeof listLinksEndpoint>) {
  const merchant = await findMerchantOrThrow(caller.accountNumber);
  const { total, rows } = await findLinks(ownerOf(caller, environment), windowOf(query));
  const filters = { environment: query.environment };
  return toPage({
    choice: query,
    path: "/payment-links",
    filters,
    total,
    items: rows.map((row) => toLinkRecord(merchant, row)),
  });
}

export async function retrieveLink(caller: Caller, environment: Environment, id: string) {
  const row = await findLink(ownerOf(caller, environment), id);
  if (!row) throw notFound();
  return { message: "OK" as const, data: toLinkRecord(await findMerchantOrThrow(caller.accountNumber), row) };
}

const cleared = (fields: readonly string[]) => {
  const columns: Record<ClearableField, object> = {
    ask: { asks: [] },
    description: { description: null },
    thanks: { thanks: null },
    return_url: { returnUrl: null },
    max_uses: { usesMax: null },
    max_quantity: { quantityMax: null },
    expires_at: { expiresAt: null },
  };
  return Object.assign({}, ...fields.map((field) => columns[field as ClearableField]));
};

/** Sessions that payers have open keep their amount. A closed link takes no new payment. */
export async function updateLink(
  caller: Caller,
  environment: Environment,
  id: string,
  body: BodyOf<typeof updateLinkEndpoint>,
) {
  const merchant = await findMerchantOrThrow(caller.accountNumber);
  return inTransaction(async () => {
    const row = await lockLink(ownerOf(caller, environment), id);
    if (!row) throw notFound();
    const change = changeOf(body, row, merchant);
    checkTerms(merchant, row, change);
    if (change.usesMax && change.usesMax < row.uses) {
      throw invalidField("max_uses", `must be at least ${row.uses}, the uses so far.`, {
        rule: "at_least",
        values: { min: row.uses },
      });
    }
    const changed = await updateLinkRow(id, { ...change, updatedAt: now() });
    await recordChange(caller, "payment_link.changed", aboutLink(changed, Object.keys(change)));
    return { message: "OK" as const, data: toLinkRecord(merchant, changed) };
  });
}

type Change = Partial<Pick<LinkRow, "title" | "closedAt" | "usesMax" | "expiresAt" | "returnUrl" | "feeStructure">> &
  Partial<Offer>;

function changeOf(body: BodyOf<typeof updateLinkEndpoint>, { closedAt }: LinkRow, merchant: Merchant): Change {
  const pinned = merchant.feeStructure;
  const isPriced = body.amount !== undefined || body.amount_min !== undefined || body.amount_max !== undefined;
  return {
    ...(body.title !== undefined && { title: body.title }),
    ...(isPriced && {
      amount: body.amount ?? null,
      amountMin: body.amount_min ?? null,
      amountMax: body.amount_max ?? null,
    }),
    // A link follows the merchant's own rule from its next change on.
    ...(pinned && body.open !== false && { feeStructure: pinned }),
    ...(body.fee_structure && { feeStructure: body.fee_structure }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.ask && { asks: body.ask }),
    ...(body.thanks !== undefined && { thanks: body.thanks }),
    ...(body.return_url !== undefined && { returnUrl: body.return_url }),
    ...(body.max_uses !== undefined && { usesMax: body.max_uses }),
    ...(body.max_quantity !== undefined && { quantityMax: body.max_quantity }),
    ...(body.expires_at && { expiresAt: body.expires_at }),
    ...(body.open !== undefined && { closedAt: body.open ? null : (closedAt ?? now()) }),
    ...cleared(body.clear ?? []),
  };
}

export async function deleteLink(caller: Caller, environment: Environment, id: string) {
  await inTransaction(async () => {
    const row = await lockLink(ownerOf(caller, environment), id);
    if (!row) throw notFound();
    await updateLinkRow(id, { deletedAt: now(), updatedAt: now() });
    await recordChange(caller, "payment_link.deleted", aboutLink(row));
  });
  return { message: "OK" as const };
}

/** For the audit log. `changed` names the columns that a change wrote. */
export const aboutLink = (row: LinkRow, changed: readonly string[] = []) => ({
  subject: row.id,
  detail: {
    environment: row.environment,
    title: row.title,
    ...(changed.length > 0 && { changed: changed.join(", ") }),
    ...(changed.includes("returnUrl") && { return_url: row.returnUrl ?? "none" }),
  },
});

export function toLinkRecord(merchant: Merchant, row: LinkRow) {
  const shown = (amount: bigint | null) => (amount === null ? null : formatMinor(amount));
  return {
    id: row.id,
    url: linkPageUrl(row.slug),
    qr_svg: `${linkPageUrl(row.slug)}/qr.svg`,
    qr_png: `${linkPageUrl(row.slug)}/qr.png`,
    state: offerState(merchant, row),
    environment: row.environment,
    country_code: row.platform,
    currency: row.currency,
    title: row.title,
    description: row.description,
    picture: row.picture && `${env().PUBLIC_URL}/pictures/${row.picture.id}`,
    amount: shown(row.amount),
    amount_min: shown(row.amountMin),
    amount_max: shown(row.amountMax),
    fee_structure: row.feeStructure,
    ask: row.asks,
    thanks: row.thanks,
    return_url: row.returnUrl,
    max_uses: row.usesMax,
    uses: row.uses,
    max_quantity: row.quantityMax,
    expires_at: row.expiresAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}
