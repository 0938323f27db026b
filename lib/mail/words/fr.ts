import type { MailWords } from "./en";

export const fr: MailWords = {
  greeting: "Bonjour {name},",
  greetingWithoutName: "Bonjour,",
  test: "Ceci était un test\u00a0: aucun montant n’a été prélevé.",
  at: "le {date} à {time}",
  back: "Retour à {merchant}",
  facts: {
    orderTotal: "Total de la commande",
    fee: "Frais de traitement",
    total: "Total payé",
    card: "Carte",
    date: "Date",
    reference: "Référence",
    paymentId: "Identifiant du paiement",
  },
  receipt: {
    subject: "Votre paiement de {amount} à {merchant}",
    heading: "Reçu de la commande {order}",
    headingOfLink: "Reçu\u00a0: {sold}",
    headingWithoutOrder: "Votre reçu",
    paid: "Vous avez payé",
    open: "Ouvrir le reçu",
    keep: "Conservez cet e-mail comme reçu.",
  },
  refund: {
    subject: "Votre remboursement de {amount} par {merchant}",
    heading: "Remboursement de la commande {order}",
    headingOfLink: "Remboursement\u00a0: {sold}",
    refunded: "Remboursé sur votre carte",
    wait: "Votre banque peut mettre quelques jours à l’afficher sur votre relevé.",
  },
  stored: {
    subject: "{merchant} a enregistré votre carte",
    heading: "Votre carte est enregistrée",
    who: "Vous avez accepté que {merchant} enregistre cette carte et la débite pour vos prochaines commandes. Tradewind conserve la carte chiffrée. {merchant} n’en voit jamais le numéro.",
    verify:
      "Pour vérifier que la carte est bien la vôtre, nous avons débité entre {least} et {most}. {merchant} vous demandera le montant exact. Il figure sur votre relevé bancaire. Indiquez-le dans les 72 heures.",
    remove: "Pour faire supprimer la carte, contactez {merchant}.",
  },
  help: {
    email: "Une question sur votre commande\u00a0? Écrivez à {contact}.",
    phone: "Une question sur votre commande\u00a0? Appelez le {contact}.",
    website: "Une question sur votre commande\u00a0? Rendez-vous sur {contact}",
    other: "Une question sur votre commande\u00a0? Contactez {merchant}\u00a0: {contact}",
    none: "Une question sur votre commande\u00a0? Contactez {merchant}.",
  },
  footer: "Paiement traité par Tradewind pour {merchant}",
};
