/** The texts of mail to payers. Every other language has the same texts with the same {placeholders}. */
export const en = {
  greeting: "Hello {name},",
  greetingWithoutName: "Hello,",
  test: "This was a test: no money moved.",
  at: "on {date} at {time}",
  back: "Back to {merchant}",
  facts: {
    orderTotal: "Order total",
    fee: "Processing fee",
    total: "Total",
    card: "Card",
    date: "Date",
    reference: "Reference",
  },
  receipt: {
    subject: "Your payment of {amount} to {merchant}",
    heading: "Receipt for order {order}",
    paid: "You paid",
    keep: "Keep this mail as your receipt.",
  },
  refund: {
    subject: "Your refund of {amount} from {merchant}",
    heading: "Refund for order {order}",
    refunded: "Refunded to your card",
    wait: "Depending on your bank, it can take a few days until you see it on your statement.",
  },
  stored: {
    subject: "{merchant} has stored your card",
    heading: "Your card is stored",
    who: "You agreed that {merchant} may store this card and charge it for your later orders. Tradewind keeps it encrypted for {merchant}; the shop never sees the number.",
    verify:
      "To make sure that the card is yours, we charged an amount between {least} and {most}. {merchant} will ask you for the exact amount, which is on your bank statement. You have 72 hours to enter it.",
    remove: "Do you want the card to be deleted? Ask {merchant}.",
  },
  /** By the kind of the merchant's contact. */
  help: {
    email: "Questions about your order? Write to {contact}.",
    phone: "Questions about your order? Call {contact}.",
    website: "Questions about your order? Visit {contact}",
    other: "Questions about your order? Contact {merchant}: {contact}",
    none: "Questions about your order? Contact {merchant}.",
  },
  footer: "Payment processed by Tradewind for {merchant}",
};

export type MailWords = typeof en;
