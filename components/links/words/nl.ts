import type { LinkWords } from "./en";

export const nl: LinkWords = {
  link: {
    amount: "Bedrag in {currency}",
    between: "Van {least} tot {most}",
    quantity: "Aantal",
    upTo: "Hoogstens {count}",
    each: "{amount} per stuk",
    feeLater: "Er komen transactiekosten bij. U ziet ze voordat u betaalt.",
    details: "{merchant} vraagt om",
    name: "Uw naam",
    note: "Bericht voor {merchant}",
    next: "Verder naar betaling",
    nothingYet: "Er wordt niets afgeschreven totdat u op de volgende pagina uw kaart invoert.",
    reach: "Wilt u {merchant} bereiken? Beantwoord het bericht waarin u deze link kreeg.",
    busyNext:
      "Het openen van deze pagina heeft niets gekost. Bent u aan het betalen, wacht dan op het resultaat: betaal niet opnieuw. Open de link anders zo meteen opnieuw.",
    paid: "Deze betaallink is al betaald",
    paidNext:
      "Het openen van deze pagina heeft niets gekost. Hebt u betaald, dan staat uw betaalbewijs in uw e-mail: betaal niet opnieuw. Vraag anders {merchant} om een nieuwe link.",
    soldOut: "Uitverkocht",
    soldOutNext:
      "Het openen van deze pagina heeft niets afgeschreven. Hebt u betaald, dan staat uw betaalbewijs in uw e-mail: betaal niet nog eens. Vraag anders aan {merchant} of er meer komt.",
    failed: "Deze pagina kan nu niet worden getoond",
    failedNext: "Probeer het zo meteen opnieuw.",
    missing: "Deze betaallink bestaat niet",
    missingNext:
      "Er is niets afgeschreven. Het adres is misschien onvolledig, of de verkoper heeft de link verwijderd.",
    tooMany: "Te veel pogingen in korte tijd",
    tooManyNext: "Er is niets afgeschreven. Wacht een minuut en open de link opnieuw.",
  },
  problems: {
    amount: "Voer een bedrag in van {least} tot {most}.",
    quantity: "Voer een aantal van 1 tot {count} in.",
    name: "Voer uw naam in.",
    phone: "Voer uw telefoonnummer met netnummer in.",
    note: "Voer een bericht zonder kaartnummers in, van hoogstens {count} tekens.",
  },
  cardLink: {
    next: "Verder",
    consent: "Op de volgende pagina voert u uw kaart in en stemt u ermee in dat {merchant} de kaart opslaat.",
    stored: "Met deze link is al een kaart opgeslagen",
    storedNext:
      "Door het openen van deze pagina is niets opgeslagen of afgeschreven. Wilt u nog een kaart opslaan? Vraag {merchant} om een nieuwe link.",
    expired: "Deze link is verlopen",
    withdrawn: "Deze link is ingetrokken",
    exhausted: "Deze link is te vaak geopend",
    endedNext: "Er is geen kaart opgeslagen en niets afgeschreven. Vraag {merchant} om een nieuwe link.",
    missing: "Deze link bestaat niet",
    missingNext:
      "Er is geen kaart opgeslagen en niets afgeschreven. Het adres is misschien onvolledig, of de link is te oud.",
  },
  receipt: {
    title: "Betaalbewijs van {merchant}",
    heading: "U heeft {merchant} betaald",
    refundedAll: "Deze betaling is terugbetaald",
    refunded: "Terugbetaald",
    total: "Totaal betaald",
    item: "Voor",
    order: "Bestelling",
    paymentId: "Betalings-ID",
    print: "Afdrukken of bewaren",
    until: "U kunt deze pagina openen tot {date}.",
    missing: "Dit betaalbewijs kan niet worden getoond",
    missingNext: "Het adres is misschien onvolledig. Een betaalbewijs is tot 90 dagen na de betaling te openen.",
  },
};
