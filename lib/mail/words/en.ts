/** The texts of mail to payers. Every other language has the same texts with the same {placeholders}. */
export const en = {
  greeting: "Hello {name},",
  greetingWithoutName: "Hello,",
  test: "This was a test: no money moved.",
  facts: {
    amount: "Amount",
    merchant: "Merchant",
    order: "Order",
    card: "Card",
    date: "Date",
    transaction: "Transaction",
  },
  receipt: {
    subject: "Your payment of {amount} to {merchant}",
    keep: "Keep this mail as your receipt.",
  },
  refund: {
    subject: "Your refund of {amount} from {merchant}",
    done: "{merchant} has returned {amount} to your card.",
    wait: "Depending on your bank, it can take a few days until you see it on your statement.",
  },
  stored: {
    subject: "{merchant} has stored your card",
    who: "You agreed that {merchant} may store this card and charge it for your later orders. Tradewind keeps it encrypted for {merchant}; the shop never sees the number.",
    verify:
      "To make sure that the card is yours, between USD 0.50 and 1.99 was charged. {merchant} will ask you for the exact amount, which is on your bank statement. You have 72 hours to tell it.",
    remove: "Questions, or do you want the card to be deleted? Ask {merchant}:",
    removeWithoutContact: "Questions, or do you want the card to be deleted? Ask {merchant}.",
  },
  help: "Questions? Ask {merchant}:",
  helpWithoutContact: "Questions? Ask {merchant}.",
  footer: "Sent by Tradewind, the payment service of {merchant}.",
};

export type MailWords = typeof en;
