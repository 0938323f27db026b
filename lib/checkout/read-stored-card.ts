import type { CardNetwork } from "@/lib/reference/card-networks";
import { cardExpiredCode, cardGoneCode } from "@/lib/reference/response-codes";
import { readCard } from "@/lib/vault/cards";
import { isOver, type Month } from "./card-fields";
import { findChargedCard } from "./card-store";
import { type Client, type PayBody, type Payment, readBrowser, readCvc } from "./read-form";
import type { SessionRow } from "./store";

type Submitted = { body: PayBody; today: Month; client: Client };

/** A payment with a stored card: the code comes from the customer, the number from the vault, the rest is known. */
export async function readStoredCard(
  session: SessionRow,
  uuid: string,
  { body, today, client }: Submitted,
): Promise<Payment | { unusable: string }> {
  const card = await findChargedCard(uuid);
  if (!card) return { unusable: cardGoneCode };
  const { accountNumber, environment, attemptId, expiryMonth, expiryYear } = card;
  const network = card.cardNetwork as CardNetwork;
  const cvc = readCvc(body, network);
  if (isOver({ month: expiryMonth, year: expiryYear }, today)) return { unusable: cardExpiredCode };
  const number = await readCard({ id: attemptId, accountNumber, environment });
  const name = [card.firstName, card.lastName].filter(Boolean).join(" ");
  const { phone, address1, address2, city, region, zipcode, country } = session;
  return {
    card: { number, expiryMonth, expiryYear, cvc, name, network },
    customer: { phone, address1, address2, city, region, zipcode, country },
    browser: readBrowser(body, client),
  };
}
