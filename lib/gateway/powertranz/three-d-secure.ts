import { type Demand, isAllowed } from "../authentication-rules";
import type { Authentication } from "../port";
import { authenticationIn, codes, type GatewayTransaction, isSameIdentifier, readReturnedText } from "./wire/answers";

const noAuthentication: Authentication = {
  status: null,
  eci: null,
  dsTransactionId: null,
  bankMessage: null,
  isConfirmed: false,
};

/** The fields that the browser posted after 3DS, or null if they do not belong to this charge. */
export function readReturn(
  fields: Readonly<Record<string, string>>,
  charge: { transactionIdentifier: string; token: string },
): GatewayTransaction | null {
  const isOurs =
    isSameIdentifier(fields.TransactionIdentifier, charge.transactionIdentifier) && fields.SpiToken === charge.token;
  const response = isOurs ? readReturnedText(fields.Response ?? "") : null;
  return response && isSameIdentifier(response.TransactionIdentifier, charge.transactionIdentifier) ? response : null;
}

export type ThreeDSecureResult = { isAllowed: boolean; authentication: Authentication };

/** Decides whether the payment may be sent. The status outranks the ECI. */
export function judgeAuthentication(response: GatewayTransaction, demand: Demand): ThreeDSecureResult {
  const authentication = authenticationIn(response, "browser") ?? noAuthentication;
  if (response.IsoResponseCode === codes.unsupported) {
    return { isAllowed: isAllowed("unsupported", demand), authentication: { ...authentication, status: null } };
  }
  const isComplete = response.IsoResponseCode === codes.authenticated && authentication.status !== null;
  return { isAllowed: isComplete && isAllowed(authentication.status, demand), authentication };
}
