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
    paymentId: "Payment ID",
  },
  receipt: {
    subject: "Your payment of {amount} to {merchant}",
    heading: "Receipt for order {order}",
    headingOfLink: "Receipt for {sold}",
    headingWithoutOrder: "Your receipt",
    paid: "You paid",
    open: "Open the receipt",
    keep: "Keep this email as your receipt.",
  },
  refund: {
    subject: "Your refund of {amount} from {merchant}",
    heading: "Refund for order {order}",
    headingOfLink: "Refund for {sold}",
    refunded: "Refunded to your card",
    wait: "Your bank may take a few days to show it on your statement.",
  },
  stored: {
    subject: "{merchant} has stored your card",
    heading: "Your card is stored",
    who: "You agreed that {merchant} may store this card and charge it for later orders. Tradewind stores the card encrypted. {merchant} never sees its number.",
    verify:
      "To verify that the card is yours, we charged between {least} and {most}. {merchant} will ask you for the exact amount. You find it on your bank statement. Enter it within 72 hours.",
    remove: "To have the card deleted, contact {merchant}.",
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
