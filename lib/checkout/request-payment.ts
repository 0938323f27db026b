import type { BodyOf } from "@/lib/http/endpoint";
import { env } from "@/lib/kit/env";
import { AppError, invalidField } from "@/lib/kit/errors";
import { newTransactionId, newUlid } from "@/lib/kit/ids";
import { computeFees } from "@/lib/transactions/fees";
import { gatewayFor } from "@/lib/transactions/gateways";
import { checkTotal } from "@/lib/transactions/total-limits";
import { legacyMethod, type requestPaymentEndpoint } from "./contract";
import { checkAddressLines, checkMerchant, type Merchant, readNames, readRegion } from "./request-rules";
import { acceptSession, type NewSession } from "./request-store";
import { responseUrlProblem } from "./response-url";
import { checkoutToken } from "./session-token";

type Body = BodyOf<typeof requestPaymentEndpoint>;

const standardSeconds = 180;
const avsSeconds = 300;

/** Takes a payment request: when it answers, the session stands in the database. */
export async function requestPayment(merchant: Merchant, body: Body) {
  const session = toSession(merchant, body);
  const { isAccepted, isPaid } = await acceptSession(session, session.avs ? avsSeconds : standardSeconds);
  if (!isAccepted) {
    throw new AppError("invalid", isPaid ? "This order has already been paid." : "This order is being confirmed.");
  }
  return { url: checkoutUrl(session.id), message: "OK", transaction_id: session.transaction_id };
}

export const checkoutUrl = (sessionId: string): string => `${env().PUBLIC_URL}/checkout/${checkoutToken(sessionId)}`;

/** The checks in the order a merchant would want to hear of them, and the row they lead to. */
function toSession(merchant: Merchant, body: Body): NewSession & { id: string; transaction_id: string; avs: boolean } {
  const { country_code: platform, currency, environment, total, fee_structure: feeStructure } = body;
  const isLegacy = body.method === legacyMethod;
  const hasLiveAcquirer = gatewayFor({ environment: "live", platform }) !== null;
  checkMerchant(merchant, { platform, currency, environment, email: body.email }, hasLiveAcquirer);
  checkTotal("total", total, currency);
  const problem = responseUrlProblem(body.response_url, { environment, hosts: merchant.responseHosts });
  if (problem) throw invalidField("response_url", problem);
  checkAddressLines(body.addr1, body.addr2);
  const { firstName, lastName } = readNames({ fname: body.fname, lname: body.lname, name: body.name });
  const fees = computeFees({ platform, currency, total, feeStructure });
  return {
    id: newUlid(),
    transaction_id: newTransactionId(environment),
    account_number: merchant.accountNumber,
    environment,
    platform,
    currency,
    total,
    customer_fee: fees.customerFee,
    merchant_fee: fees.merchantFee,
    fee_structure: feeStructure,
    method: isLegacy ? "credit_card_co" : body.method,
    is_legacy: isLegacy,
    order_id: body.order_id,
    origin: body.origin,
    response_url: body.response_url,
    version: body.version,
    data: body.data,
    avs: body.avs === true || merchant.avs,
    card_type: body.card_type,
    email: body.email,
    first_name: firstName,
    last_name: lastName,
    address1: body.addr1,
    address2: body.addr2,
    city: body.city,
    region: readRegion(body.country, body.state),
    zipcode: body.zipcode,
    country: body.country,
    // What is far too long to be a number is not kept; what is not quite one is not used (prefill.ts).
    phone: body.phone !== undefined && body.phone.length <= phoneLengthMax ? body.phone.trim() : null,
  };
}

const phoneLengthMax = 32;
