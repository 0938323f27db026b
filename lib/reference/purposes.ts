/** The purpose of a checkout session: a payment, storing a card, or a payment with a stored card. */
export const purposes = ["payment", "card_create", "card_charge"] as const;
export type Purpose = (typeof purposes)[number];
