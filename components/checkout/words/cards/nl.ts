import { moneySentences } from "@/lib/reference/money-sentences";
import type { CardWords } from "./en";

export const nlCards: CardWords = {
  card_create: {
    page: { heading: "Een kaart opslaan bij {merchant}" },
    money: moneySentences.nl.card_create,
    summary: { heading: "Overzicht", total: "Proefafschrijving" },
    labels: { email: "E-mail voor uw bevestiging" },
    notices: {
      declined: { title: "Uw bank heeft deze kaart geweigerd" },
      limit: { title: "De proefafschrijving gaat boven de limiet van deze kaart" },
      amount: { title: "Uw bank accepteert de proefafschrijving niet" },
      not_permitted: { title: "Deze kaart kan niet worden opgeslagen" },
      call_bank: { title: "Uw bank moet de proefafschrijving eerst goedkeuren" },
      duplicate: {
        title: "Uw bank ziet dit als een herhaalde proefafschrijving",
        next: "Wacht een paar minuten voordat u het opnieuw probeert, of gebruik een andere kaart.",
      },
      not_taken: {
        title: "Deze kaart kon niet worden opgeslagen",
        next: "Opnieuw proberen helpt niet: de winkel kan op dit moment geen kaarten opslaan. Ga terug naar de winkel.",
      },
      gateway_error: { title: "Deze kaart kon niet worden gecontroleerd" },
      not_reached: { next: "Er is niets afgeschreven. Probeer het zo meteen opnieuw." },
      connection_lost: { next: "Er is niets gestart. Controleer uw verbinding en probeer het opnieuw." },
      link_busy: {
        title: "Een andere pagina slaat een kaart op met deze link",
        next: "Er is niets afgeschreven. Wacht even en probeer het opnieuw.",
      },
      link_closed: {
        title: "Deze link is ingetrokken",
        next: "Er is niets afgeschreven. Vraag de verkoper om een nieuwe link.",
      },
      link_used_up: {
        title: "Met deze link is al een kaart opgeslagen",
        next: "Hier is niets afgeschreven. Vraag de verkoper om een nieuwe link als u nog een kaart wilt opslaan.",
      },
      not_accepted: { title: "De kaart is niet opgeslagen" },
    },
    countdown: {
      left: "Nog {time}",
      afterwards: "Daarna gaat u terug naar de winkel en wordt de kaart niet opgeslagen.",
      announced: "Nog {seconds} seconden. Daarna gaat u terug naar de winkel en wordt de kaart niet opgeslagen.",
    },
    actions: { pay: "Kaart opslaan", keepOpen: "Uw bank controleert de kaart. Houd deze pagina open." },
    confirming: {
      heading: "Uw kaart wordt opgeslagen",
      long: "Dit duurt langer dan gewoonlijk. U kunt blijven wachten of teruggaan naar de winkel. Vul de kaart niet nog een keer in.",
    },
    result: {
      success: "Uw kaart is opgeslagen",
      failed: "De kaart is niet opgeslagen",
      left: "U hebt het opslaan van de kaart geannuleerd",
      expired: "De tijd is om",
      error: "De kaart kon niet worden opgeslagen",
      receipt: "We hebben een bevestiging naar {email} gestuurd.",
    },
  },
  card_charge: {
    sections: { card: "Uw opgeslagen kaart" },
    notices: {
      declined: {
        next: "Vraag uw bank naar de reden en probeer het opnieuw, of ga terug naar de winkel om anders te betalen.",
      },
      funds: {
        next: "Probeer het opnieuw zodra er voldoende saldo is, of ga terug naar de winkel om anders te betalen.",
      },
      card_expired: { next: "Ga terug naar de winkel en kies een andere betaalwijze." },
      card_number: { next: "Ga terug naar de winkel en kies een andere betaalwijze." },
      limit: {
        next: "Vraag uw bank naar de limiet en probeer het opnieuw, of ga terug naar de winkel om anders te betalen.",
      },
      amount: { next: "Ga terug naar de winkel en kies een andere betaalwijze." },
      not_permitted: { next: "Ga terug naar de winkel en kies een andere betaalwijze." },
      call_bank: { next: "Bel uw bank en probeer het opnieuw, of ga terug naar de winkel om anders te betalen." },
      details: { next: "Probeer het opnieuw, of ga terug naar de winkel om anders te betalen." },
      issuer_unavailable: {
        next: "Wacht even en probeer het opnieuw, of ga terug naar de winkel om anders te betalen.",
      },
      address: { next: "Ga terug naar de winkel en kies een andere betaalwijze." },
      authentication: {
        next: "Probeer het opnieuw en rond de controle van uw bank af, of ga terug naar de winkel om anders te betalen.",
      },
      gateway_error: { next: "Probeer het zo meteen opnieuw, of ga terug naar de winkel om anders te betalen." },
    },
  },
};
