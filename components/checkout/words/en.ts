import { moneySentences } from "@/lib/reference/money-sentences";

/** The English texts of the payment page. Every other language has the same keys and {placeholders}. */
export const en = {
  page: {
    heading: "Pay {merchant}",
    order: "Order {order}",
    test: "Test mode: no money is taken.",
    secure: "Your card details go to the payment service Tradewind, never to the shop.",
    help: "Questions? Ask {merchant}:",
    language: "Language",
    offline: "There is no connection at the moment. The page keeps trying by itself.",
    offlineUnsent: "There is no connection at the moment. Nothing was charged. You can continue as soon as it is back.",
  },
  money: moneySentences.en.payment,
  summary: {
    heading: "Order summary",
    asked: "Order total",
    fee: "Processing fee",
    total: "You pay",
    hidden: "hidden",
  },
  sections: {
    card: "Card",
    contact: "Contact",
    billing: "Billing address",
    more: "More details (optional)",
  },
  storing: {
    who: "{merchant} asks to store this card for later payments. Tradewind keeps it encrypted for {merchant}; the shop never sees the number.",
    test: "To make sure that the card is yours, between USD 0.50 and 1.99 is charged and returned. {merchant} will ask you for the exact amount, which is on your bank statement.",
  },
  stored: {
    ending: "ending in",
    expiry: "Expires {expiry}",
  },
  labels: {
    card_number: "Card number",
    expiry: "Expiry date",
    cvc: "Security code",
    card_name: "Name on card",
    card_network: "Card network",
    email: "Email",
    phone_country: "Country of your phone number",
    phone: "Phone number",
    country: "Country",
    address1: "Address",
    address2: "Apartment, floor or building",
    city: "City or town",
    state: "State, parish or region",
    zipcode: "Postcode",
    consent: "I agree that {merchant} may store this card and charge it for my later orders.",
  },
  hints: {
    optional: "optional",
    choose: "Choose…",
    expiry: "MM/YY",
    cvcBack: "3 digits on the back",
    cvcFront: "4 digits on the front",
    network: "It is printed on your card.",
    networkFound: "Card network: {network}",
    notLoaded: "The list could not be loaded.",
    tryAgain: "Try again",
    stateCode: "The code of your state or region, such as US-NY",
  },
  required: {
    card_number: "Enter the card number.",
    expiry: "Enter the expiry date.",
    cvc: "Enter the security code.",
    card_name: "Enter the name on the card.",
    card_network: "Choose the network of your card.",
    email: "Enter your email address.",
    phone_country: "Choose the country of your phone number.",
    phone: "Enter your phone number.",
    country: "Choose the country of your billing address.",
    address1: "Enter your address.",
    address2: "Enter the apartment, floor or building.",
    city: "Enter your city or town.",
    state: "Choose your state, parish or region.",
    zipcode: "Enter your postcode.",
    consent: "Tick the box to agree that this card may be stored.",
  },
  problems: {
    too_long: "{field}: use fewer characters.",
    card_number_invalid: "Check the card number: a digit is missing or wrong.",
    expiry_invalid: "Enter the expiry date as month and year, such as 08/30.",
    expiry_past: "This card has expired. Check the date or use another card.",
    cvc_invalid: "Enter the security code: {digits} digits.",
    email_invalid: "Enter an email address such as name@example.com.",
    email_of_merchant: "The email must differ from the merchant's own email address.",
    phone_invalid: "Enter a complete phone number of the chosen country, or leave it empty.",
    country_invalid: "Choose a country from the list.",
    state_invalid: "Choose a state, parish or region from the list.",
    card_data_here: "{field}: never enter a card number or security code here.",
    characters_invalid: "{field}: remove the special characters.",
  },
  errors: {
    heading: "Please check what you entered",
    triesLeft: "You can try {count} more times.",
    lastTry: "You can try one more time.",
  },
  notices: {
    declined: {
      title: "Your bank declined this payment",
      next: "Use another card, or ask your bank for the reason and try again.",
    },
    funds: {
      title: "There are not enough funds on this card",
      next: "Use another card, or try again once there are enough funds.",
    },
    card_expired: {
      title: "Your bank says that this card has expired",
      next: "Check the expiry date, or use another card.",
    },
    cvc: {
      title: "The security code is not right",
      next: "Enter the code as it is printed on the card, and try again.",
    },
    card_number: {
      title: "The card number is not right",
      next: "Check the number and try again, or use another card.",
    },
    limit: {
      title: "This payment is over the limit of this card",
      next: "Use another card, or ask your bank about the limit and try again.",
    },
    amount: {
      title: "Your bank does not accept this amount",
      next: "Use another card, or ask your bank for the reason.",
    },
    not_permitted: {
      title: "This card cannot be used for this payment",
      next: "Use another card, or ask your bank for the reason.",
    },
    call_bank: {
      title: "Your bank must approve this payment first",
      next: "Call your bank and try again, or use another card.",
    },
    details: {
      title: "These details could not be processed",
      next: "Check what you entered and try again, or use another card.",
    },
    duplicate: {
      title: "Your bank takes this for a repeated payment",
      next: "Ask the shop whether an earlier payment went through before you try again.",
    },
    not_taken: {
      title: "This payment could not be taken",
      next: "Trying again does not help. Return to the shop and choose another way to pay.",
    },
    issuer_unavailable: {
      title: "Your bank does not answer at the moment",
      next: "Wait a moment and try again, or use another card.",
    },
    address: {
      title: "Your bank could not match the billing address",
      next: "Enter the address as it is on your card statement, and try again.",
    },
    authentication: {
      title: "Your bank could not confirm that it is you",
      next: "Try again and finish your bank's check, or use another card.",
    },
    gateway_error: {
      title: "This payment could not be processed",
      next: "Try again in a moment, or use another card.",
    },
    not_reached: {
      title: "Your bank was not reached",
      next: "No payment was made. Try again in a moment.",
    },
    order_busy: {
      title: "This order is being paid in another window",
      next: "Nothing was charged here. Finish in the other window, or wait a moment and try again.",
    },
    order_paid: {
      title: "This order has already been paid",
      next: "Nothing was charged here: the order was paid in another window. You need not pay again. Return to the shop.",
    },
    card_gone: {
      title: "This card is no longer stored",
      next: "Nothing was charged. Return to the shop and choose another way to pay.",
    },
    connection_lost: {
      title: "The connection was interrupted",
      next: "No payment was started. Check your connection and try again.",
    },
    too_many: {
      title: "Too many tries in a short time",
      next: "Wait a minute, then try again.",
    },
    not_accepted: {
      title: "The payment was not started",
      next: "Try again. If that does not help, return to the shop and start over.",
    },
  },
  countdown: {
    left: "Time left:",
    afterwards: "Then you are taken back to the shop and nothing is charged.",
    announced: "{seconds} seconds left to pay. Then you are taken back to the shop and nothing is charged.",
    over: "The time is up. You are being taken back to the shop.",
  },
  actions: {
    pay: "Pay {amount}",
    paying: "Confirming…",
    leave: "Return to shop",
    failed: "That did not work. Please try again in a moment.",
  },
  confirming: {
    heading: "Confirming your payment",
    wait: "This usually takes a few seconds. Stay here: the page continues by itself.",
    long: "This takes longer than usual. You can keep waiting, or return to the shop. Do not pay again.",
    reload: "See how it stands",
  },
  challenge: {
    heading: "Your bank wants to make sure it is you",
    why: "To protect your card against misuse, your bank wants you to confirm the payment of {amount} to {merchant}. You may need a code or your bank's app.",
    frame: "Confirmation page of your bank",
    cancel: "Cancel the check",
    hidden: "The bank's page does not show?",
    open: "Open it on its own",
    newTab: "(in a new tab)",
    finished: "When you have finished:",
  },
  result: {
    success: "Payment complete",
    failed: "The payment was not completed",
    expired: "The time is up",
    error: "The payment could not be completed",
    going: "You are being taken back to {merchant}.",
    link: "Continue to {merchant}",
    old: "This result is more than 24 hours old. For safety, this page no longer passes it on to {merchant}. If you have questions, ask {merchant}.",
  },
  missing: {
    heading: "This payment page does not exist",
    next: "The address may be incomplete, or the payment was a long time ago. Return to the shop and start again.",
  },
};

export type Words = typeof en;
