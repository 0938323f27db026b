import type { LinkWords } from "./en";

export const fr: LinkWords = {
  link: {
    amount: "Montant en {currency}",
    between: "De {least} à {most}",
    quantity: "Quantité",
    upTo: "{count} au maximum",
    each: "{amount} l’unité",
    feeLater: "Des frais de traitement s’ajoutent. Vous les verrez avant de payer.",
    details: "{merchant} vous demande",
    name: "Votre nom",
    note: "Note pour {merchant}",
    next: "Continuer vers le paiement",
    nothingYet: "Rien n’est débité tant que vous n’avez pas saisi votre carte à la page suivante.",
    reach: "Pour joindre {merchant}, répondez au message qui contenait ce lien.",
    busyNext:
      "Ouvrir cette page n’a rien débité. Si vous êtes en train de payer, attendez le résultat\u00a0: ne payez pas de nouveau. Sinon, rouvrez le lien dans un instant.",
    paid: "Ce lien de paiement a déjà été payé",
    paidNext:
      "Ouvrir cette page n’a rien débité. Si vous avez payé, votre reçu est dans vos e-mails : ne payez pas de nouveau. Sinon, demandez un nouveau lien à {merchant}.",
    soldOut: "Épuisé",
    soldOutNext:
      "Ouvrir cette page n’a rien débité. Si vous avez payé, votre reçu est dans votre boîte e-mail\u00a0: ne payez pas une deuxième fois. Sinon, demandez à {merchant} s’il y en aura d’autres.",
    failed: "Cette page ne peut pas être affichée pour le moment",
    failedNext: "Réessayez dans un instant.",
    missing: "Ce lien de paiement n’existe pas",
    missingNext: "Rien n’a été débité. L’adresse est peut-être incomplète, ou le commerçant a supprimé le lien.",
    tooMany: "Trop d’essais en peu de temps",
    tooManyNext: "Rien n’a été débité. Patientez une minute, puis ouvrez de nouveau le lien.",
  },
  problems: {
    amount: "Saisissez un montant de {least} à {most}.",
    quantity: "Saisissez une quantité de 1 à {count}.",
    name: "Saisissez votre nom.",
    phone: "Saisissez votre numéro de téléphone avec son indicatif.",
    note: "Saisissez une note sans numéro de carte, de {count} caractères au plus.",
  },
  cardLink: {
    next: "Continuer",
    consent: "À la page suivante, vous saisissez votre carte et acceptez que {merchant} l’enregistre.",
    stored: "Une carte a déjà été enregistrée avec ce lien",
    storedNext:
      "Ouvrir cette page n’a rien enregistré ni débité. Pour enregistrer une autre carte, demandez un nouveau lien à {merchant}.",
    expired: "Ce lien a expiré",
    withdrawn: "Ce lien a été retiré",
    exhausted: "Ce lien a été ouvert trop souvent",
    endedNext: "Aucune carte n’a été enregistrée et rien n’a été débité. Demandez un nouveau lien à {merchant}.",
    missing: "Ce lien n’existe pas",
    missingNext:
      "Aucune carte n’a été enregistrée et rien n’a été débité. L’adresse est peut-être incomplète, ou le lien trop ancien.",
  },
  receipt: {
    title: "Reçu de {merchant}",
    heading: "Vous avez payé {merchant}",
    refundedAll: "Ce paiement a été remboursé",
    refunded: "Remboursé",
    total: "Total payé",
    item: "Objet",
    order: "Commande",
    paymentId: "Identifiant du paiement",
    print: "Imprimer ou enregistrer",
    until: "Vous pouvez ouvrir cette page jusqu’au {date}.",
    missing: "Ce reçu ne peut pas être affiché",
    missingNext: "L’adresse est peut-être incomplète. Un reçu peut être ouvert pendant 90 jours après le paiement.",
  },
};
