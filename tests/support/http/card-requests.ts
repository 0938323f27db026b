import { inject } from "vitest";
import { enableLive, findAccountOrThrow, verifyAccount } from "@/lib/accounts/operate-accounts";
import { db } from "@/lib/db/client";
import { formatMinor } from "@/lib/kit/money";
import type { Environment } from "@/lib/reference/platforms";
import { type Merchant, newMerchant } from "./accounts";
import { type CallOptions, call, freshAddress, type Reply } from "./client";
import {
  type Checkout,
  type Fields,
  type PageReply,
  pay,
  returnFromBank,
  tokenOf,
  uniqueOrder,
  visitBank,
} from "./payments";

/** Stored cards, as a merchant's server and its customer come by them over HTTP. */

export type Credential = { token?: string; key?: string };

export const cardsPath = "/api/trusted-cards";
const responseUrl = "https://shop.example/return?cart=7";

/** With a token or a key alone: a merchant has more to it. */
export function cardsCall(
  who: Credential,
  method: string,
  path: string,
  json?: object,
  more: CallOptions = {},
): Promise<Reply> {
  const credential = who.token ? { token: who.token } : { key: who.key ?? "" };
  return call(inject("product").roomy, method, `${cardsPath}${path}`, {
    ...credential,
    ...(json && { json }),
    as: freshAddress(),
    ...more,
  });
}

/** Verified, and enabled for live payments in Trinidad. */
export async function newLiveMerchant(): Promise<Merchant> {
  const merchant = await newMerchant();
  await verifyAccount(await findAccountOrThrow(merchant.accountNumber));
  await enableLive(await findAccountOrThrow(merchant.accountNumber), "TT");
  return merchant;
}

export const create = (who: Credential, fields: Fields = {}, more?: CallOptions): Promise<Reply> =>
  cardsCall(who, "POST", "/", { environment: "sandbox", response_url: responseUrl, ...fields }, more);

export const charge = (who: Credential, uuid: string, fields: Fields = {}, more?: CallOptions): Promise<Reply> =>
  cardsCall(
    who,
    "POST",
    `/${uuid}/charge`,
    {
      environment: "sandbox",
      currency: "TTD",
      fee_structure: "customer_pay",
      order_id: uniqueOrder(),
      response_url: responseUrl,
      total: "10.00",
      ...fields,
    },
    more,
  );

export const verify = (who: Credential, uuid: string, amount: unknown, environment = "sandbox"): Promise<Reply> =>
  cardsCall(who, "POST", `/${uuid}/verify`, { environment, amount });

/** The page that an answer leads to. */
export function checkoutOf({ status, body, text }: Reply): Checkout {
  if (status !== 200) throw new Error(`The request was refused: ${text}`);
  return { token: tokenOf(body.url), transactionId: body.transaction_id, url: body.url };
}

/** The customer enters a card and agrees that it is stored. */
export const agree = (token: string, number: string, overrides: Record<string, string> = {}): Promise<PageReply> =>
  pay(token, number, { email: "ada@example.com", consent: "yes", ...overrides });

export type StoredCard = Checkout & { uuid: string; amount: string };

type Wanted = { number?: string; cvc?: string; environment?: Environment; cents?: bigint; isVerified?: boolean };

/**
 * A card that was stored, by way of the bank where it asks. Its test charge is as much as asked for, else by chance.
 */
export async function storeCard(who: Credential, wanted: Wanted = {}): Promise<StoredCard> {
  const { number = "4111111111111111", cvc, environment = "sandbox", cents, isVerified = false } = wanted;
  const checkout = checkoutOf(await create(who, { environment }));
  const { transactionId } = checkout;
  if (cents) await db().checkoutSession.update({ where: { transactionId }, data: { total: cents } });
  const { body } = await agree(checkout.token, number, cvc ? { cvc } : {});
  if (body.state === "challenged") await returnFromBank(await visitBank(checkout.token));
  const card = await storedBy(checkout);
  if (isVerified) await verify(who, card.uuid, card.amount, environment);
  return card;
}

/** What a page has stored, once it has. */
export async function storedBy(checkout: Checkout): Promise<StoredCard> {
  const { transactionId } = checkout;
  const { total, createdCard } = await db().checkoutSession.findUniqueOrThrow({
    where: { transactionId },
    select: { total: true, createdCard: { select: { uuid: true } } },
  });
  if (!createdCard) throw new Error("No card was stored.");
  return { ...checkout, uuid: createdCard.uuid, amount: formatMinor(total) };
}

/** Of a redirect, but for what the shop's own address had. */
export function parametersOf(view: PageReply["body"]): Record<string, string> {
  const { cart, ...ours } = Object.fromEntries(new URL(view.result?.redirect ?? "").searchParams);
  return ours;
}

/**
 * What the vault has for the tries of a session, newest first: a number, or that it was shredded (the database allows
 * nothing between).
 */
export async function vaultOf(transactionId: string): Promise<("kept" | "shredded")[]> {
  const attempts = await db().attempt.findMany({ where: { session: { transactionId } }, select: { id: true } });
  const rows = await db().vaultCard.findMany({
    where: { id: { in: attempts.map(({ id }) => id) } },
    orderBy: { id: "desc" },
  });
  return rows.map(({ shreddedAt }) => (shreddedAt ? "shredded" : "kept"));
}
