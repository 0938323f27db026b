import type { MailWords } from "./en";

export const nl: MailWords = {
  greeting: "Beste {name},",
  greetingWithoutName: "Goedendag,",
  test: "Dit was een test: er is geen geld overgemaakt.",
  at: "op {date} om {time}",
  back: "Terug naar {merchant}",
  facts: {
    orderTotal: "Totaal van de bestelling",
    fee: "Verwerkingskosten",
    total: "Totaal betaald",
    card: "Kaart",
    date: "Datum",
    reference: "Referentie",
  },
  receipt: {
    subject: "Uw betaling van {amount} aan {merchant}",
    heading: "Betaalbewijs voor bestelling {order}",
    paid: "U hebt betaald",
    keep: "Bewaar deze e-mail als betaalbewijs.",
  },
  refund: {
    subject: "Uw terugbetaling van {amount} door {merchant}",
    heading: "Terugbetaling van bestelling {order}",
    refunded: "Teruggestort op uw kaart",
    wait: "Afhankelijk van uw bank kan het enkele dagen duren voordat u dit op uw afschrift ziet.",
  },
  stored: {
    subject: "{merchant} heeft uw kaart opgeslagen",
    heading: "Uw kaart is opgeslagen",
    who: "U hebt ermee ingestemd dat {merchant} deze kaart opslaat en gebruikt voor uw latere bestellingen. Tradewind bewaart de kaart versleuteld voor {merchant}; de winkel ziet het nummer nooit.",
    verify:
      "Om na te gaan of de kaart van u is, hebben we een bedrag tussen {least} en {most} afgeschreven. {merchant} zal u vragen naar het exacte bedrag, dat op uw bankafschrift staat. U hebt 72 uur om het door te geven.",
    remove: "Wilt u de kaart laten verwijderen? Vraag het aan {merchant}.",
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
