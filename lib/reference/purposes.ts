/** What a session of the checkout is for: a payment, a card to be stored, or a payment with a stored card. */
export const purposes = ["payment", "card_create", "card_charge"] as const;
export type Purpose = (typeof purposes)[number];
