import { type ChargedCard, findChargedCard, findFirstChargeId, lockCardShared } from "@/lib/cards/card-store";
import { hasExpired, type Month, monthOf } from "@/lib/checkout/page/card-fields";
import { asksEmail, type SessionRow } from "@/lib/checkout/session/session-row-store";
import { contactDetailsOf } from "@/lib/reference/customer-details";
import { cardExpiredCode, cardGoneCode } from "@/lib/reference/response-codes";
import { readCard } from "@/lib/vault/cards";
import { type Client, type PayBody, type Payment, parsePayment, readBrowser, readCvc } from "./parse-payment";

type Submitted = { body: PayBody; today: Month; client: Client };

/** `code` says why the stored card cannot be charged. */
export type ReadPayment = { kind: "payment"; payment: Payment } | { kind: "card_unusable"; code: string };

/** Reads the form of the hosted page. Call it inside the transaction that begins the attempt. */
export async function readPayment(session: SessionRow, body: PayBody, client: Client): Promise<ReadPayment> {
  const today = monthOf(session.now);
  if (session.chargedCardUuid) return readStoredCard(session, session.chargedCardUuid, { body, today, client });
  const { account, cardType } = session;
  const known = { merchantEmail: account.email, cardType, today };
  const payment = parsePayment(body, { ...session, ...known, asksEmail: asksEmail(session) }, client);
  return { kind: "payment", payment };
}

/** Builds a payment from a stored card: the customer enters the security code, the vault holds the number. */
async function readStoredCard(session: SessionRow, uuid: string, submitted: Submitted): Promise<ReadPayment> {
  // The shared lock prevents the deletion of the card until the attempt is stored.
  const card = (await lockCardShared(uuid)) ? await findChargedCard(uuid) : null;
  return card ? readLockedCard(session, card, submitted) : { kind: "card_unusable", code: cardGoneCode };
}

async function readLockedCard(
  session: SessionRow,
  card: ChargedCard,
  { body, today, client }: Submitted,
): Promise<ReadPayment> {
  const { accountNumber, environment, attemptId, expiryMonth, expiryYear } = card;
  const network = card.cardNetwork;
  const cvc = readCvc(body, network);
  if (hasExpired({ month: expiryMonth, year: expiryYear }, today))
    return { kind: "card_unusable", code: cardExpiredCode };
  const number = await readCard({ id: attemptId, accountNumber, environment });
  const name = [card.firstName, card.lastName].filter(Boolean).join(" ");
  return {
    kind: "payment",
    payment: {
      card: { number, expiryMonth, expiryYear, cvc, name, network },
      cardUse: { kind: "used_by_owner", firstChargeId: await findFirstChargeId(card) },
      customer: contactDetailsOf(session),
      browser: readBrowser(body, client),
    },
  };
}
