import { legacyMethod, type requestPaymentEndpoint } from "@/lib/checkout/contract";
import { readPhone } from "@/lib/checkout/page/prefill";
import type { BodyOf } from "@/lib/http/message/endpoint";
import { sha256 } from "@/lib/kit/secrets/crypto";
import { computeFees } from "@/lib/transactions/fees";
import { checkTotal } from "@/lib/transactions/total-limits";
import { openCheckoutSession, type SessionRequest } from "./open-checkout-session";
import { checkAddressLines, checkMerchant, type Merchant, readAddress, readNames } from "./request-rules";
import { checkResponseUrl } from "./response-url";

type Body = BodyOf<typeof requestPaymentEndpoint>;

/** `isProven`: the request carried an API key or a signature of the merchant. */
export async function requestPayment(merchant: Merchant, body: Body, { isProven } = { isProven: false }) {
  return openCheckoutSession({ ...toSession(merchant, body), isProven });
}

/** Runs the checks in the order in which errors are most useful to a merchant. */
function toSession(merchant: Merchant, body: Body): SessionRequest {
  const { country_code: platform, currency, environment, total, fee_structure: feeStructure, method } = body;
  const isLegacy = method === legacyMethod;
  checkMerchant(merchant, { platform, currency, environment, feeStructure, email: body.email });
  checkTotal("total", total, currency);
  checkResponseUrl(body.response_url, { environment, hosts: merchant.responseHosts });
  checkAddressLines(body.addr1, body.addr2);
  const { firstName, lastName } = readNames({ fname: body.fname, lname: body.lname, name: body.name });
  const fees = computeFees({ platform, currency, total, feeStructure });
  return {
    purpose: "payment",
    accountNumber: merchant.accountNumber,
    environment,
    platform,
    currency,
    total,
    customerFee: fees.customerFee,
    merchantFee: fees.merchantFee,
    feeStructure,
    method: isLegacy ? "credit_card_co" : method,
    isLegacy,
    orderId: body.order_id,
    origin: body.origin,
    responseUrl: body.response_url,
    version: body.version,
    data: body.data,
    avs: body.avs === true || merchant.avs,
    cardType: body.card_type,
    email: body.email,
    firstName,
    lastName,
    ...readAddress(body),
    phone: body.phone === undefined ? null : readPhone(undefined, body.phone),
    requestDigest: body.request_signature ? `\\x${sha256(body.request_signature).toString("hex")}` : null,
  };
}
