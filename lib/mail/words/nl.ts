import type { MailWords } from "./en";

export const nl: MailWords = {
  greeting: "Beste {name},",
  greetingWithoutName: "Goedendag,",
  test: "Dit was een test: er is geen geld overgemaakt.",
  facts: {
    amount: "Bedrag",
    merchant: "Winkel",
    order: "Bestelling",
    card: "Kaart",
    date: "Datum",
    transaction: "Transactie",
  },
  receipt: {
    subject: "Uw betaling van {amount} aan {merchant}",
    keep: "Bewaar deze e-mail als betaalbewijs.",
  },
  refund: {
    subject: "Uw terugbetaling van {amount} door {merchant}",
    done: "{merchant} heeft {amount} teruggestort op uw kaart.",
    wait: "Afhankelijk van uw bank kan het enkele dagen duren voordat u dit op uw afschrift ziet.",
  },
  stored: {
    subject: "{merchant} heeft uw kaart opgeslagen",
    who: "U hebt ermee ingestemd dat {merchant} deze kaart opslaat en gebruikt voor uw latere bestellingen. Tradewind bewaart de kaart versleuteld voor {merchant}; de winkel ziet het nummer nooit.",
    verify:
      "Om na te gaan of de kaart van u is, is een bedrag tussen USD 0.50 en 1.99 afgeschreven. {merchant} zal u vragen naar het exacte bedrag, dat op uw bankafschrift staat. U hebt 72 uur om het door te geven.",
    remove: "Vragen, of wilt u de kaart laten verwijderen? Neem contact op met {merchant}:",
    removeWithoutContact: "Vragen, of wilt u de kaart laten verwijderen? Neem contact op met {merchant}.",
  },
  help: "Vragen? Neem contact op met {merchant}:",
  helpWithoutContact: "Vragen? Neem contact op met {merchant}.",
  footer: "Verzonden door Tradewind, de betaaldienst van {merchant}.",
};
