/** What a try or a session ends with: an ISO 8583 response, or a code of our own. */
export const approvedCode = "00";
export const declinedCode = "05";
export const expiredCode = "EX";
export const leftCode = "AB";
/** The customer was not authenticated by 3DS. */
export const unauthenticatedCode = "3D";
export const addressCode = "AV";
/** The gateway never answered. */
export const gatewayCode = "GW";
/** The gateway refused the request as such. */
export const gatewayErrorCode = "ER";

/** The stored card was deleted meanwhile. */
export const cardGoneCode = "CG";
/** The card's own date is past. */
export const cardExpiredCode = "54";

/** Another session of the order is being paid, or was. */
export const orderBusyCode = "OB";
export const orderPaidCode = "OP";

/** Lost and stolen cards: the bank wants the card kept, and whoever holds it is not told so. */
export const cardEndingCodes = ["41", "43"] as const;
