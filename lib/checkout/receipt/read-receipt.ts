import { merchantViewOf } from "@/lib/checkout/page/merchant-view";
import { findSession } from "@/lib/checkout/session/store";
import { soldOf } from "@/lib/format/sold";
import { day, now } from "@/lib/kit/clock";
import { readReceiptToken } from "@/lib/kit/own-pages";
import { findLinkTexts, sumRefunded } from "./receipt-store";
import type { Receipt } from "./receipt-view";

/** How long a receipt can be opened after the payment. */
const availableMs = 90 * day;

/** The receipt of a successful payment, or null if there is none or it is too old. */
export async function readReceipt(token: string): Promise<Receipt | null> {
  const sessionId = readReceiptToken(token);
  const session = sessionId === null ? null : await findSession(sessionId);
  if (session?.status !== "success" || session.purpose === "card_create" || !session.finalisedAt) return null;
  const availableUntil = new Date(session.finalisedAt.getTime() + availableMs);
  if (availableUntil <= now()) return null;
  const { account, card, cardNetwork, paymentLinkId, quantity } = session;
  const link = paymentLinkId ? await findLinkTexts(paymentLinkId) : null;
  return {
    merchant: merchantViewOf(account),
    accent: account.settings.accentColour,
    environment: session.environment,
    platform: session.platform,
    transactionId: session.transactionId,
    reference: session.reference,
    orderId: session.orderId,
    currency: session.currency,
    total: session.total,
    fee: session.customerFee,
    refunded: await sumRefunded(session.id),
    paidAt: session.finalisedAt,
    availableUntil,
    card: card && cardNetwork ? { network: cardNetwork, last4: card.slice(-4) } : null,
    link: link && { sold: soldOf({ ...link, quantity }), thanks: link.thanks },
  };
}
