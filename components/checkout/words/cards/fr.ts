import { moneySentences } from "@/lib/reference/money-sentences";
import type { CardWords } from "./en";

export const frCards: CardWords = {
  card_create: {
    page: { heading: "Enregistrer une carte chez {merchant}" },
    money: moneySentences.fr.card_create,
    summary: { heading: "Récapitulatif", total: "Débit de vérification" },
    labels: { email: "E-mail pour la confirmation" },
    notices: {
      declined: { title: "Votre banque a refusé cette carte" },
      limit: { title: "Le débit de vérification dépasse le plafond de cette carte" },
      amount: { title: "Votre banque n’accepte pas le débit de vérification" },
      not_permitted: { title: "Cette carte ne peut pas être enregistrée" },
      call_bank: { title: "Votre banque doit d’abord autoriser le débit de vérification" },
      duplicate: {
        title: "Votre banque y voit un débit de vérification en double",
        next: "Patientez quelques minutes avant de réessayer, ou utilisez une autre carte.",
      },
      not_taken: {
        title: "Cette carte n’a pas pu être enregistrée",
        next: "Réessayer ne sert à rien\u00a0: la boutique ne peut pas enregistrer de carte pour le moment. Retournez à la boutique.",
      },
      gateway_error: { title: "Cette carte n’a pas pu être vérifiée" },
      not_reached: { next: "Rien n’a été débité. Réessayez dans un instant." },
      connection_lost: { next: "Rien n’a été lancé. Vérifiez votre connexion et réessayez." },
      link_busy: {
        title: "Une autre page enregistre une carte avec ce lien",
        next: "Rien n’a été débité. Patientez un instant et réessayez.",
      },
      link_closed: {
        title: "Ce lien a été retiré",
        next: "Rien n’a été débité. Demandez un nouveau lien au commerçant.",
      },
      link_used_up: {
        title: "Une carte a déjà été enregistrée avec ce lien",
        next: "Rien n’a été débité ici. Pour enregistrer une autre carte, demandez un nouveau lien au commerçant.",
      },
      not_accepted: { title: "La carte n’a pas été enregistrée" },
    },
    countdown: {
      left: "Il reste {time}",
      afterwards: "Ensuite, vous retournez à la boutique et la carte n’est pas enregistrée.",
      announced:
        "Il reste {seconds} secondes. Ensuite, vous retournez à la boutique et la carte n’est pas enregistrée.",
    },
    actions: { pay: "Enregistrer la carte", keepOpen: "Votre banque vérifie la carte. Ne fermez pas cette page." },
    confirming: {
      heading: "Enregistrement de votre carte",
      long: "Cela prend plus de temps que d’habitude. Vous pouvez attendre encore ou retourner à la boutique. Ne saisissez pas la carte une seconde fois.",
    },
    result: {
      success: "Votre carte est enregistrée",
      failed: "La carte n’a pas été enregistrée",
      left: "Vous avez annulé l’enregistrement de la carte",
      expired: "Le temps est écoulé",
      error: "La carte n’a pas pu être enregistrée",
      receipt: "Nous avons envoyé une confirmation à {email}.",
    },
  },
  card_charge: {
    sections: { card: "Votre carte enregistrée" },
    notices: {
      declined: {
        next: "Demandez la raison à votre banque et réessayez, ou retournez à la boutique pour payer autrement.",
      },
      funds: {
        next: "Réessayez lorsque les fonds seront suffisants, ou retournez à la boutique pour payer autrement.",
      },
      card_expired: { next: "Retournez à la boutique et choisissez un autre moyen de paiement." },
      card_number: { next: "Retournez à la boutique et choisissez un autre moyen de paiement." },
      limit: {
        next: "Renseignez-vous sur le plafond auprès de votre banque et réessayez, ou retournez à la boutique pour payer autrement.",
      },
      amount: { next: "Retournez à la boutique et choisissez un autre moyen de paiement." },
      not_permitted: { next: "Retournez à la boutique et choisissez un autre moyen de paiement." },
      call_bank: { next: "Appelez votre banque et réessayez, ou retournez à la boutique pour payer autrement." },
      details: { next: "Réessayez, ou retournez à la boutique pour payer autrement." },
      issuer_unavailable: {
        next: "Patientez un instant et réessayez, ou retournez à la boutique pour payer autrement.",
      },
      address: { next: "Retournez à la boutique et choisissez un autre moyen de paiement." },
      authentication: {
        next: "Réessayez et terminez la vérification de votre banque, ou retournez à la boutique pour payer autrement.",
      },
      gateway_error: { next: "Réessayez dans un instant, ou retournez à la boutique pour payer autrement." },
    },
  },
};
