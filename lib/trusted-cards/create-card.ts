import { recordChange } from "@/lib/audit/record";
import { newMicroCharge } from "@/lib/cards/micro-charge";
import { openCheckoutSession } from "@/lib/checkout/request/open-checkout-session";
import { checkMerchant } from "@/lib/checkout/request/request-rules";
import { findMerchantOrThrow } from "@/lib/checkout/request/request-store";
import { checkResponseUrl } from "@/lib/checkout/request/response-url";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import type { BodyOf } from "@/lib/http/message/endpoint";
import type { Environment } from "@/lib/reference/platforms";
import type { createCardEndpoint } from "./contract";
import { methodDefault, origin } from "./rules";

/** Opens a session for storing a card. A random micro-charge lets the cardholder verify the card later. */
export async function createCard(caller: Caller, environment: Environment, body: BodyOf<typeof createCardEndpoint>) {
  const merchant = await findMerchantOrThrow(caller.accountNumber);
  const platform = body.country_code ?? caller.homePlatform;
  checkMerchant(merchant, { platform, environment });
  checkResponseUrl(body.response_url, { environment, hosts: merchant.responseHosts });
  const session = {
    purpose: "card_create",
    accountNumber: merchant.accountNumber,
    environment,
    platform,
    currency: "USD",
    total: newMicroCharge(),
    customerFee: 0n,
    merchantFee: 0n,
    feeStructure: "merchant_absorb",
    method: body.method ?? methodDefault,
    origin,
    responseUrl: body.response_url,
    avs: merchant.avs,
  } as const;
  return inTransaction(async () => {
    const opened = await openCheckoutSession(session);
    await recordChange(caller, "trusted_card.requested", { subject: opened.transaction_id, detail: { environment } });
    return opened;
  });
}
