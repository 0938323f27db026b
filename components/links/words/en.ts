/**
 * The English texts of payment links, card links and receipts. Every other language has the same keys and
 * {placeholders}.
 */
export const en = {
  link: {
    amount: "Amount in {currency}",
    between: "From {least} to {most}",
    quantity: "Quantity",
    upTo: "At most {count}",
    each: "{amount} each",
    feeLater: "A processing fee is added. You see it before you pay.",
    details: "{merchant} asks for",
    name: "Your name",
    note: "Note for {merchant}",
    next: "Continue to payment",
    nothingYet: "Nothing is charged until you enter your card on the next page.",
    reach: "To reach {merchant}, answer the message in which you got this link.",
    busyNext:
      "Opening this page charged nothing. If you are paying, wait for the result: do not pay again. Otherwise, open the link again in a moment.",
    paid: "This payment link has been paid",
    paidNext:
      "Opening this page charged nothing. If you paid, your receipt is in your email: do not pay again. Otherwise, ask {merchant} for a new link.",
    soldOut: "Sold out",
    soldOutNext:
      "Opening this page charged nothing. If you paid, your receipt is in your email: do not pay again. Otherwise, ask {merchant} whether there will be more.",
    failed: "This page cannot be shown now",
    failedNext: "Try again in a moment.",
    missing: "This payment link does not exist",
    missingNext: "Nothing was charged. The address may be incomplete, or the merchant removed the link.",
    tooMany: "Too many attempts in a short time",
    tooManyNext: "Nothing was charged. Wait a minute, then open the link again.",
  },
  problems: {
    amount: "Enter an amount from {least} to {most}.",
    quantity: "Enter a quantity from 1 to {count}.",
    name: "Enter your name.",
    phone: "Enter your phone number with its area code.",
    note: "Enter a note without card numbers, of at most {count} characters.",
  },
  cardLink: {
    next: "Continue",
    consent: "On the next page you enter your card and agree that {merchant} stores it.",
    stored: "A card was stored with this link",
    storedNext: "Opening this page stored and charged nothing. To store another card, ask {merchant} for a new link.",
    expired: "This link has expired",
    withdrawn: "This link was withdrawn",
    exhausted: "This link was opened too often",
    endedNext: "No card was stored, and nothing was charged. Ask {merchant} for a new link.",
    missing: "This link does not exist",
    missingNext:
      "No card was stored, and nothing was charged. The address may be incomplete, or the link may be too old.",
  },
  receipt: {
    title: "Receipt from {merchant}",
    heading: "You paid {merchant}",
    refundedAll: "This payment was refunded",
    refunded: "Refunded",
    total: "Total paid",
    item: "For",
    order: "Order",
    paymentId: "Payment ID",
    print: "Print or save",
    until: "You can open this page until {date}.",
    missing: "This receipt cannot be shown",
    missingNext: "The address may be incomplete. A receipt can be opened for 90 days after the payment.",
  },
};

export type LinkWords = typeof en;
