import { recordChange } from "@/lib/audit/record";
import { newMicroCharge } from "@/lib/cards/micro-charge";
import { checkServed, openCheckoutSession } from "@/lib/checkout/request/open-checkout-session";
import { checkMerchant, type Merchant } from "@/lib/checkout/request/request-rules";
import { findMerchantOrThrow } from "@/lib/checkout/request/request-store";
import { checkResponseUrl } from "@/lib/checkout/request/response-url";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import type { BodyOf } from "@/lib/http/message/endpoint";
import type { Environment, Platform } from "@/lib/reference/platforms";
import type { CheckoutMethod } from "@/lib/reference/stored-values";
import type { createCardEndpoint } from "./contract";
import { methodDefault, origin } from "./rules";

/** Where a card is to be stored, and where the customer goes afterwards. */
type Storing = { environment: Environment; platform: Platform; responseUrl: string };

const microCharge = { purpose: "card_create", currency: "USD" } as const;

export async function createCard(caller: Caller, environment: Environment, body: BodyOf<typeof createCardEndpoint>) {
  const merchant = await findMerchantOrThrow(caller.accountNumber);
  const platform = body.country_code ?? caller.homePlatform;
  return inTransaction(async () => {
    const storing = { environment, platform, responseUrl: body.response_url };
    const opened = await openStoringSession(merchant, storing, body.method);
    await recordChange(caller, "trusted_card.requested", { subject: opened.transaction_id, detail: { environment } });
    return opened;
  });
}

/** Opens a session for storing a card. A random micro-charge lets the cardholder verify the card later. */
export async function openStoringSession(merchant: Merchant, storing: Storing, method: CheckoutMethod = methodDefault) {
  checkSettings(merchant, storing);
  const { environment, platform, responseUrl } = storing;
  return openCheckoutSession({
    ...microCharge,
    accountNumber: merchant.accountNumber,
    environment,
    platform,
    total: newMicroCharge(),
    customerFee: 0n,
    merchantFee: 0n,
    feeStructure: "merchant_absorb",
    method,
    origin,
    responseUrl,
    avs: merchant.avs,
  });
}

/** Refuses what `openStoringSession` would refuse. */
export async function checkStoring(merchant: Merchant, storing: Storing): Promise<void> {
  checkSettings(merchant, storing);
  await checkServed({ ...microCharge, ...storing });
}

function checkSettings(merchant: Merchant, { environment, platform, responseUrl }: Storing): void {
  checkMerchant(merchant, { platform, environment });
  checkResponseUrl(responseUrl, { environment, hosts: merchant.responseHosts });
}
