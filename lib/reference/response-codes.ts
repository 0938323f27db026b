/** The final code of an attempt or a session: an ISO 8583 response, or a code of our own. */
export const approvedCode = "00";
export const declinedCode = "05";
export const expiredCode = "EX";
export const leftCode = "AB";
/** Code of an attempt whose customer was not authenticated by 3DS. */
export const unauthenticatedCode = "3D";
export const addressCode = "AV";
/** Code of an attempt to which the gateway never answered. */
export const gatewayCode = "GW";
/** Code of an attempt that the gateway rejected as invalid. */
export const gatewayErrorCode = "ER";

/** Code of a form that was not sent, because the gateway is down. It is not the code of an attempt. */
export const gatewayDownCode = "GD";

/** Code of a payment whose stored card was deleted before the charge. */
export const cardGoneCode = "CG";
/** Code of an attempt with an expired card. */
export const cardExpiredCode = "54";

/** Codes for an order that another session is paying (OB) or has paid (OP). */
export const orderBusyCode = "OB";
export const orderPaidCode = "OP";
/** The code of a session whose unfinished challenge another session of the order took over. */
export const takenOverCode = "TO";
/** The code for a payment link that cannot be paid: it is closed, or other payers have all of its uses. */
export const linkHeldCode = "LH";

/** No code of a bank may be taken for one of these. */
export const ownCodes = [
  expiredCode,
  leftCode,
  unauthenticatedCode,
  addressCode,
  gatewayCode,
  gatewayErrorCode,
  cardGoneCode,
  orderBusyCode,
  orderPaidCode,
  takenOverCode,
  linkHeldCode,
  gatewayDownCode,
] as const;

/** Of these, the codes for which neither the card nor the customer is at fault. */
export const ownErrorCodes = [gatewayCode, gatewayErrorCode, gatewayDownCode] as const;
