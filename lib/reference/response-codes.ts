/** The final code of an attempt or a session: an ISO 8583 response, or a code of our own. */
export const approvedCode = "00";
export const declinedCode = "05";
export const expiredCode = "EX";
export const leftCode = "AB";
/** 3DS did not authenticate the customer. */
export const unauthenticatedCode = "3D";
export const addressCode = "AV";
/** The gateway never answered. */
export const gatewayCode = "GW";
/** The gateway rejected the request as invalid. */
export const gatewayErrorCode = "ER";

/** The stored card was deleted meanwhile. */
export const cardGoneCode = "CG";
/** The card's expiry date is past. */
export const cardExpiredCode = "54";

/** Another session of the order is being paid (OB) or was paid (OP). */
export const orderBusyCode = "OB";
export const orderPaidCode = "OP";

/** Lost and stolen cards. The page must not reveal to the person paying that the bank wants the card kept. */
export const cardEndingCodes = ["41", "43"] as const;
