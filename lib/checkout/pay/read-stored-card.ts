import { type ChargedCard, findChargedCard, lockCardShared } from "@/lib/cards/card-store";
import { hasExpired, type Month } from "@/lib/checkout/page/card-fields";
import type { SessionRow } from "@/lib/checkout/session/store";
import { inTransaction } from "@/lib/db/client";
import type { CardNetwork } from "@/lib/reference/card-networks";
import { cardExpiredCode, cardGoneCode } from "@/lib/reference/response-codes";
import { readCard } from "@/lib/vault/cards";
import { type Client, type PayBody, type Payment, readBrowser, readCvc } from "./parse-payment";

type Submitted = { body: PayBody; today: Month; client: Client };

/** A payment with a stored card: the code comes from the customer, the number from the vault, the rest is known. */
export function readStoredCard(
  session: SessionRow,
  uuid: string,
  submitted: Submitted,
): Promise<Payment | { unusable: string }> {
  // Kept between the two looks: it is there with its number, or it is not there at all.
  return inTransaction(async () => {
    const card = (await lockCardShared(uuid)) ? await findChargedCard(uuid) : null;
    return card ? readKept(session, card, submitted) : { unusable: cardGoneCode };
  });
}

async function readKept(session: SessionRow, card: ChargedCard, { body, today, client }: Submitted) {
  const { accountNumber, environment, attemptId, expiryMonth, expiryYear } = card;
  const network = card.cardNetwork as CardNetwork;
  const cvc = readCvc(body, network);
  if (hasExpired({ month: expiryMonth, year: expiryYear }, today)) return { unusable: cardExpiredCode };
  const number = await readCard({ id: attemptId, accountNumber, environment });
  const name = [card.firstName, card.lastName].filter(Boolean).join(" ");
  const { phone, address1, address2, city, region, zipcode, country } = session;
  return {
    card: { number, expiryMonth, expiryYear, cvc, name, network },
    customer: { phone, address1, address2, city, region, zipcode, country },
    browser: readBrowser(body, client),
  };
}
