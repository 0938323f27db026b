import { merchantViewOf } from "@/lib/checkout/page/merchant-view";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { findMerchant } from "@/lib/checkout/request/request-store";
import { inTransaction } from "@/lib/db/client";
import { readCardLinkToken } from "@/lib/kit/own-pages";
import { openStoringSession } from "@/lib/trusted-cards/create-card";
import type { CardLinkView } from "./card-link-view";
import { cardLinkState } from "./offer";
import { findPublicCardLink, insertCardLinkSession, lockCardLink } from "./store";

/** The link of a page's address, or null if there is none. */
export async function viewCardLink(token: string): Promise<CardLinkView | null> {
  const id = readCardLinkToken(token);
  return (id && (await findOffer(id))?.view) || null;
}

/**
 * Opens a session in which the customer stores a card. If the link does not allow it, its view says why. Opening the
 * page opens no session, because chats follow links for previews.
 */
export async function openCardLink(token: string): Promise<{ url: string } | { view: CardLinkView } | null> {
  const id = readCardLinkToken(token);
  if (!id) return null;
  return inTransaction(async () => {
    await lockCardLink(id);
    const offer = await findOffer(id);
    if (offer?.view.state !== "waiting") return offer;
    const { url, transaction_id } = await openStoringSession(offer.merchant, offer.link);
    await insertCardLinkSession(id, transaction_id);
    return { url };
  });
}

async function findOffer(id: string) {
  const link = await findPublicCardLink(id);
  const merchant = link && (await findMerchant(link.accountNumber));
  return link && merchant ? { link, merchant, view: await viewOf(link, merchant) } : null;
}

type PublicCardLink = NonNullable<Awaited<ReturnType<typeof findPublicCardLink>>>;

const viewOf = async (link: PublicCardLink, merchant: Merchant): Promise<CardLinkView> => ({
  state: await cardLinkState(merchant, link),
  environment: link.environment,
  merchant: merchantViewOf(link.account),
  accent: link.account.settings?.accentColour ?? null,
});
