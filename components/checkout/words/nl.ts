import { moneySentences } from "@/lib/reference/money-sentences";
import type { Words } from "./en";

export const nl: Words = {
  page: {
    heading: "Betalen aan {merchant}",
    order: "Bestelling {order}",
    test: "Testmodus: er wordt geen geld afgeschreven.",
    secure: "Uw kaartgegevens gaan naar de betaaldienst Tradewind, nooit naar de winkel.",
    help: "Vragen? Neem contact op met {merchant}:",
    language: "Taal",
    offline: "Er is op dit moment geen verbinding. De pagina blijft het vanzelf proberen.",
    offlineUnsent:
      "Er is op dit moment geen verbinding. Er is niets afgeschreven. U kunt verder zodra de verbinding er weer is.",
  },
  money: moneySentences.nl.payment,
  summary: {
    heading: "Overzicht van de bestelling",
    asked: "Bedrag van de bestelling",
    fee: "Verwerkingskosten",
    total: "U betaalt",
    hidden: "verborgen",
  },
  sections: {
    card: "Kaart",
    contact: "Contactgegevens",
    billing: "Factuuradres",
    more: "Meer gegevens (optioneel)",
  },
  storing: {
    who: "{merchant} wil deze kaart opslaan voor latere betalingen. Tradewind bewaart de kaart versleuteld voor {merchant}; de winkel ziet het nummer nooit.",
    test: "Om zeker te weten dat de kaart van u is, wordt een bedrag tussen USD 0.50 en 1.99 afgeschreven en teruggestort. {merchant} vraagt u om het precieze bedrag, dat op uw bankafschrift staat.",
  },
  stored: {
    ending: "eindigend op",
    expiry: "Geldig tot {expiry}",
  },
  labels: {
    card_number: "Kaartnummer",
    expiry: "Vervaldatum",
    cvc: "Beveiligingscode",
    card_name: "Naam op de kaart",
    card_network: "Kaartnetwerk",
    email: "E-mailadres",
    phone_country: "Land van het telefoonnummer",
    phone: "Telefoonnummer",
    country: "Land",
    address1: "Adres",
    address2: "Appartement, verdieping of gebouw",
    city: "Plaats",
    state: "Staat, parish of regio",
    zipcode: "Postcode",
    consent: "Ik ga ermee akkoord dat {merchant} deze kaart opslaat en mijn latere bestellingen ervan afschrijft.",
  },
  hints: {
    optional: "optioneel",
    choose: "Kies…",
    expiry: "MM/JJ",
    cvcBack: "3 cijfers op de achterkant",
    cvcFront: "4 cijfers op de voorkant",
    network: "Dit staat op uw kaart.",
    networkFound: "Kaartnetwerk: {network}",
    notLoaded: "De lijst kon niet worden geladen.",
    tryAgain: "Opnieuw proberen",
    stateCode: "De code van uw staat of regio, bijvoorbeeld US-NY",
  },
  required: {
    card_number: "Vul het kaartnummer in.",
    expiry: "Vul de vervaldatum in.",
    cvc: "Vul de beveiligingscode in.",
    card_name: "Vul de naam op de kaart in.",
    card_network: "Kies het netwerk van uw kaart.",
    email: "Vul uw e-mailadres in.",
    phone_country: "Kies het land van uw telefoonnummer.",
    phone: "Vul uw telefoonnummer in.",
    country: "Kies het land van uw factuuradres.",
    address1: "Vul uw adres in.",
    address2: "Vul het appartement, de verdieping of het gebouw in.",
    city: "Vul uw plaats in.",
    state: "Kies uw staat, parish of regio.",
    zipcode: "Vul uw postcode in.",
    consent: "Vink het vakje aan om akkoord te gaan met het opslaan van deze kaart.",
  },
  problems: {
    too_long: "{field}: gebruik minder tekens.",
    card_number_invalid: "Controleer het kaartnummer: er ontbreekt een cijfer of er is een cijfer onjuist.",
    expiry_invalid: "Vul de vervaldatum in als maand en jaar, bijvoorbeeld 08/30.",
    expiry_past: "Deze kaart is verlopen. Controleer de datum of gebruik een andere kaart.",
    cvc_invalid: "Vul de beveiligingscode in: {digits} cijfers.",
    email_invalid: "Vul een e-mailadres in zoals naam@example.com.",
    email_of_merchant: "Het e-mailadres moet anders zijn dan dat van de winkel zelf.",
    phone_invalid: "Vul een volledig telefoonnummer van het gekozen land in, of laat het veld leeg.",
    country_invalid: "Kies een land uit de lijst.",
    state_invalid: "Kies een staat, parish of regio uit de lijst.",
    card_data_here: "{field}: vul hier nooit een kaartnummer of beveiligingscode in.",
    characters_invalid: "{field}: verwijder de bijzondere tekens.",
  },
  errors: {
    heading: "Controleer uw gegevens",
    triesLeft: "U kunt het nog {count} keer proberen.",
    lastTry: "U kunt het nog één keer proberen.",
  },
  notices: {
    declined: {
      title: "Uw bank heeft deze betaling geweigerd",
      next: "Gebruik een andere kaart, of vraag uw bank naar de reden en probeer het opnieuw.",
    },
    funds: {
      title: "Het saldo van deze kaart is niet toereikend",
      next: "Gebruik een andere kaart, of probeer het opnieuw zodra er voldoende saldo is.",
    },
    card_expired: {
      title: "Volgens uw bank is deze kaart verlopen",
      next: "Controleer de vervaldatum of gebruik een andere kaart.",
    },
    cvc: {
      title: "De beveiligingscode klopt niet",
      next: "Vul de code in zoals die op de kaart staat en probeer het opnieuw.",
    },
    card_number: {
      title: "Het kaartnummer klopt niet",
      next: "Controleer het nummer en probeer het opnieuw, of gebruik een andere kaart.",
    },
    limit: {
      title: "Deze betaling gaat boven de limiet van deze kaart",
      next: "Gebruik een andere kaart, of vraag uw bank naar de limiet en probeer het opnieuw.",
    },
    amount: {
      title: "Uw bank accepteert dit bedrag niet",
      next: "Gebruik een andere kaart of vraag uw bank naar de reden.",
    },
    not_permitted: {
      title: "Deze kaart kan niet voor deze betaling worden gebruikt",
      next: "Gebruik een andere kaart of vraag uw bank naar de reden.",
    },
    call_bank: {
      title: "Uw bank moet deze betaling eerst goedkeuren",
      next: "Bel uw bank en probeer het opnieuw, of gebruik een andere kaart.",
    },
    details: {
      title: "Deze gegevens konden niet worden verwerkt",
      next: "Controleer wat u hebt ingevuld en probeer het opnieuw, of gebruik een andere kaart.",
    },
    duplicate: {
      title: "Uw bank ziet dit als een herhaalde betaling",
      next: "Vraag de winkel of een eerdere betaling is gelukt voordat u het opnieuw probeert.",
    },
    not_taken: {
      title: "Deze betaling kon niet worden uitgevoerd",
      next: "Opnieuw proberen helpt niet. Ga terug naar de winkel en kies een andere betaalwijze.",
    },
    issuer_unavailable: {
      title: "Uw bank reageert op dit moment niet",
      next: "Wacht even en probeer het opnieuw, of gebruik een andere kaart.",
    },
    address: {
      title: "Uw bank kon het factuuradres niet bevestigen",
      next: "Vul het adres in zoals het op uw kaartafschrift staat en probeer het opnieuw.",
    },
    authentication: {
      title: "Uw bank kon niet bevestigen dat u het bent",
      next: "Probeer het opnieuw en rond de controle van uw bank af, of gebruik een andere kaart.",
    },
    gateway_error: {
      title: "Deze betaling kon niet worden verwerkt",
      next: "Probeer het zo meteen opnieuw of gebruik een andere kaart.",
    },
    not_reached: {
      title: "Uw bank was niet bereikbaar",
      next: "Er is geen betaling gedaan. Probeer het zo meteen opnieuw.",
    },
    order_busy: {
      title: "Deze bestelling wordt in een ander venster betaald",
      next: "Hier is niets afgeschreven. Rond de betaling in het andere venster af, of wacht even en probeer het opnieuw.",
    },
    order_paid: {
      title: "Deze bestelling is al betaald",
      next: "Hier is niets afgeschreven: de bestelling is in een ander venster betaald. U hoeft niet nog een keer te betalen. Ga terug naar de winkel.",
    },
    card_gone: {
      title: "Deze kaart is niet meer opgeslagen",
      next: "Er is niets afgeschreven. Ga terug naar de winkel en kies een andere betaalwijze.",
    },
    connection_lost: {
      title: "De verbinding werd onderbroken",
      next: "Er is geen betaling gestart. Controleer uw verbinding en probeer het opnieuw.",
    },
    too_many: {
      title: "Te veel pogingen in korte tijd",
      next: "Wacht een minuut en probeer het dan opnieuw.",
    },
    not_accepted: {
      title: "De betaling is niet gestart",
      next: "Probeer het opnieuw. Lukt het niet, ga dan terug naar de winkel en begin opnieuw.",
    },
  },
  countdown: {
    left: "Resterende tijd:",
    afterwards: "Daarna gaat u terug naar de winkel en wordt er niets afgeschreven.",
    announced:
      "Nog {seconds} seconden om te betalen. Daarna gaat u terug naar de winkel en wordt er niets afgeschreven.",
    over: "De tijd is om. U wordt teruggestuurd naar de winkel.",
  },
  actions: {
    pay: "Betaal {amount}",
    paying: "Bezig met bevestigen…",
    leave: "Terug naar de winkel",
    failed: "Dat is niet gelukt. Probeer het zo meteen opnieuw.",
  },
  confirming: {
    heading: "Uw betaling wordt bevestigd",
    wait: "Dit duurt meestal enkele seconden. Blijf hier: de pagina gaat vanzelf verder.",
    long: "Dit duurt langer dan gewoonlijk. U kunt blijven wachten of teruggaan naar de winkel. Betaal niet nog een keer.",
    reload: "Bekijk de stand van zaken",
  },
  challenge: {
    heading: "Uw bank wil weten of u het bent",
    why: "Om uw kaart tegen misbruik te beschermen, vraagt uw bank u om de betaling van {amount} aan {merchant} te bevestigen. Mogelijk hebt u een code of de app van uw bank nodig.",
    frame: "Bevestigingspagina van uw bank",
    cancel: "Controle annuleren",
    hidden: "Verschijnt de pagina van de bank niet?",
    open: "Open de pagina apart",
    newTab: "(in een nieuw tabblad)",
    finished: "Als u klaar bent:",
  },
  result: {
    success: "Betaling voltooid",
    failed: "De betaling is niet voltooid",
    expired: "De tijd is om",
    error: "De betaling kon niet worden voltooid",
    going: "U wordt teruggestuurd naar {merchant}.",
    link: "Doorgaan naar {merchant}",
    old: "Dit resultaat is meer dan 24 uur oud. Voor de veiligheid geeft deze pagina het niet meer door aan {merchant}. Hebt u vragen? Stel ze aan {merchant}.",
  },
  missing: {
    heading: "Deze betaalpagina bestaat niet",
    next: "Misschien is het adres onvolledig of is de betaling al lang geleden. Ga terug naar de winkel en begin opnieuw.",
  },
};
