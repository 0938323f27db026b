import { recordChange } from "@/lib/audit/record";
import { openCheckoutSession } from "@/lib/checkout/request/open-checkout-session";
import { checkMerchant } from "@/lib/checkout/request/request-rules";
import { findMerchantOrThrow } from "@/lib/checkout/request/request-store";
import { checkResponseUrl } from "@/lib/checkout/request/response-url";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import type { BodyOf } from "@/lib/http/message/endpoint";
import { now } from "@/lib/kit/clock";
import { selectedInvalid } from "@/lib/kit/errors";
import { formatMinor } from "@/lib/kit/money";
import type { Environment } from "@/lib/reference/platforms";
import { computeFees } from "@/lib/transactions/fees";
import { checkTotal } from "@/lib/transactions/total-limits";
import type { chargeCardEndpoint } from "./contract";
import { checkChargeable, methodDefault, origin } from "./rules";
import { findCardWithHolder } from "./store";

/** Opens a session for paying with a stored card. The hosted page asks only for the security code. */
export async function chargeCard(
  caller: Caller,
  environment: Environment,
  uuid: string,
  body: BodyOf<typeof chargeCardEndpoint>,
) {
  const { accountNumber } = caller;
  const card = await findCardWithHolder({ accountNumber, environment }, uuid);
  if (!card) throw selectedInvalid("uuid");
  checkChargeable(card, now());
  const merchant = await findMerchantOrThrow(accountNumber);
  const { currency, total, fee_structure: feeStructure } = body;
  const platform = body.country_code ?? caller.homePlatform;
  checkMerchant(merchant, { platform, currency, environment, feeStructure });
  checkTotal("total", total, currency);
  checkResponseUrl(body.response_url, { environment, hosts: merchant.responseHosts });
  const { customerFee, merchantFee } = computeFees({ platform, currency, total, feeStructure });
  const { session: holder, firstName, lastName } = card;
  const session = {
    purpose: "card_charge",
    chargedCardUuid: uuid,
    accountNumber,
    environment,
    platform,
    currency,
    total,
    customerFee,
    merchantFee,
    feeStructure,
    method: body.method ?? methodDefault,
    orderId: body.order_id,
    origin: body.origin ?? origin,
    responseUrl: body.response_url,
    data: body.data,
    // The page does not ask for a billing address. AVS works only if an address was entered when the card was stored.
    avs: merchant.avs && holder.address1 !== null,
    firstName,
    lastName,
    ...holder,
    isProven: true,
  } as const;
  return inTransaction(async () => {
    const opened = await openCheckoutSession(session);
    const detail = { environment, transaction: opened.transaction_id, total: formatMinor(total), currency };
    await recordChange(caller, "trusted_card.charge_requested", { subject: uuid, detail });
    return opened;
  });
}
