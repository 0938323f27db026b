import { moneySentences } from "@/lib/reference/money-sentences";

/** Texts for storing a card and for charging a stored card. Every language replaces the same texts of a payment. */
export const enCards = {
  card_create: {
    page: { heading: "Store a card with {merchant}" },
    money: moneySentences.en.card_create,
    summary: { heading: "Summary", total: "Test charge" },
    labels: { email: "Email for your confirmation" },
    notices: {
      declined: { title: "Your bank declined this card" },
      limit: { title: "The test charge is over the limit of this card" },
      amount: { title: "Your bank does not accept the test charge" },
      not_permitted: { title: "This card cannot be stored" },
      call_bank: { title: "Your bank must approve the test charge first" },
      duplicate: {
        title: "Your bank sees this as a repeated test charge",
        next: "Wait a few minutes before you try again, or use another card.",
      },
      not_taken: {
        title: "This card could not be stored",
        next: "Trying again does not help: the shop cannot store cards at the moment. Return to the shop.",
      },
      gateway_error: { title: "This card could not be checked" },
      not_reached: { next: "Nothing was charged. Try again in a moment." },
      connection_lost: { next: "Nothing was started. Check your connection and try again." },
      link_busy: {
        title: "Another page is storing a card with this link",
        next: "Nothing was charged. Wait a moment and try again.",
      },
      link_closed: { title: "This link was withdrawn", next: "Nothing was charged. Ask the merchant for a new link." },
      link_used_up: {
        title: "A card was already stored with this link",
        next: "Nothing was charged here. Ask the merchant for a new link to store another card.",
      },
      not_accepted: { title: "The card was not stored" },
    },
    countdown: {
      left: "{time} left",
      afterwards: "Then you go back to the shop and the card is not stored.",
      announced: "{seconds} seconds left. Then you go back to the shop and the card is not stored.",
    },
    actions: { pay: "Store card", keepOpen: "Your bank is checking the card. Please keep this page open." },
    confirming: {
      heading: "Storing your card",
      long: "This takes longer than usual. You can keep waiting or return to the shop. Do not enter the card again.",
    },
    result: {
      success: "Your card is stored",
      failed: "The card was not stored",
      left: "You cancelled storing the card",
      expired: "The time has run out",
      error: "The card could not be stored",
      receipt: "We sent a confirmation to {email}.",
    },
  },
  card_charge: {
    sections: { card: "Your saved card" },
    notices: {
      declined: { next: "Ask your bank for the reason and try again, or return to the shop to pay another way." },
      funds: { next: "Try again once there are enough funds, or return to the shop to pay another way." },
      card_expired: { next: "Return to the shop and choose another way to pay." },
      card_number: { next: "Return to the shop and choose another way to pay." },
      limit: { next: "Ask your bank about the limit and try again, or return to the shop to pay another way." },
      amount: { next: "Return to the shop and choose another way to pay." },
      not_permitted: { next: "Return to the shop and choose another way to pay." },
      call_bank: { next: "Call your bank and try again, or return to the shop to pay another way." },
      details: { next: "Try again, or return to the shop to pay another way." },
      issuer_unavailable: { next: "Wait a moment and try again, or return to the shop to pay another way." },
      address: { next: "Return to the shop and choose another way to pay." },
      authentication: { next: "Try again and finish your bank’s check, or return to the shop to pay another way." },
      gateway_error: { next: "Try again in a moment, or return to the shop to pay another way." },
    },
  },
};

export type CardWords = typeof enCards;
