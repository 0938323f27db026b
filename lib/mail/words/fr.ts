import type { MailWords } from "./en";

export const fr: MailWords = {
  greeting: "Bonjour {name},",
  greetingWithoutName: "Bonjour,",
  test: "Ceci était un test\u00a0: aucun montant n'a été prélevé.",
  facts: {
    amount: "Montant",
    merchant: "Marchand",
    order: "Commande",
    card: "Carte",
    date: "Date",
    transaction: "Transaction",
  },
  receipt: {
    subject: "Votre paiement de {amount} à {merchant}",
    keep: "Conservez ce message\u00a0: il vous sert de reçu.",
  },
  refund: {
    subject: "Votre remboursement de {amount} par {merchant}",
    done: "{merchant} a remboursé {amount} sur votre carte.",
    wait: "Selon votre banque, quelques jours peuvent passer avant que le montant figure sur votre relevé.",
  },
  stored: {
    subject: "{merchant} a enregistré votre carte",
    who: "Vous avez accepté que {merchant} enregistre cette carte et la débite pour vos prochaines commandes. Tradewind la conserve chiffrée pour {merchant}\u00a0; la boutique ne voit jamais le numéro.",
    verify:
      "Pour vérifier que la carte est bien la vôtre, un montant compris entre USD 0.50 et 1.99 a été débité. {merchant} vous demandera le montant exact, qui figure sur votre relevé bancaire. Vous avez 72 heures pour l'indiquer.",
    remove: "Une question, ou vous souhaitez faire supprimer la carte\u00a0? Contactez {merchant}\u00a0:",
    removeWithoutContact: "Une question, ou vous souhaitez faire supprimer la carte\u00a0? Contactez {merchant}.",
  },
  help: "Une question\u00a0? Contactez {merchant}\u00a0:",
  helpWithoutContact: "Une question\u00a0? Contactez {merchant}.",
  footer: "Envoyé par Tradewind, le service de paiement de {merchant}.",
};
