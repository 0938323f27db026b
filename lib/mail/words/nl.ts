import type { MailWords } from "./en";

export const nl: MailWords = {
  greeting: "Beste {name},",
  greetingWithoutName: "Goedendag,",
  test: "Dit was een test: er is geen geld overgemaakt.",
  at: "op {date} om {time}",
  back: "Terug naar {merchant}",
  facts: {
    orderTotal: "Totaal bestelling",
    fee: "Verwerkingskosten",
    total: "Totaal betaald",
    card: "Kaart",
    date: "Datum",
    reference: "Referentie",
    paymentId: "Betalings-ID",
  },
  receipt: {
    subject: "Uw betaling van {amount} aan {merchant}",
    heading: "Betaalbewijs voor bestelling {order}",
    headingOfLink: "Betaalbewijs voor {sold}",
    headingWithoutOrder: "Uw betaalbewijs",
    paid: "U hebt betaald",
    open: "Betaalbewijs openen",
    keep: "Bewaar deze e-mail als betaalbewijs.",
  },
  refund: {
    subject: "Uw terugbetaling van {amount} door {merchant}",
    heading: "Terugbetaling van bestelling {order}",
    headingOfLink: "Terugbetaling van {sold}",
    refunded: "Teruggestort op uw kaart",
    wait: "Het kan enkele dagen duren voordat uw bank dit op uw afschrift toont.",
  },
  stored: {
    subject: "{merchant} heeft uw kaart opgeslagen",
    heading: "Uw kaart is opgeslagen",
    who: "U hebt ermee ingestemd dat {merchant} deze kaart opslaat en gebruikt voor uw latere bestellingen. Tradewind bewaart de kaart versleuteld. {merchant} ziet het nummer nooit.",
    verify:
      "Om na te gaan of de kaart van u is, hebben we tussen {least} en {most} afgeschreven. {merchant} zal u naar het exacte bedrag vragen. Het staat op uw bankafschrift. Geef het binnen 72 uur door.",
    remove: "Neem contact op met {merchant} om de kaart te laten verwijderen.",
  },
  help: {
    email: "Vragen over uw bestelling? Schrijf naar {contact}.",
    phone: "Vragen over uw bestelling? Bel {contact}.",
    website: "Vragen over uw bestelling? Ga naar {contact}",
    other: "Vragen over uw bestelling? Neem contact op met {merchant}: {contact}",
    none: "Vragen over uw bestelling? Neem contact op met {merchant}.",
  },
  footer: "Betaling verwerkt door Tradewind voor {merchant}",
};
