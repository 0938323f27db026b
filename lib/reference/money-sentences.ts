import type { Language } from "./languages";

/** Sentences that state whether money moved. Every page and every mail about an attempt uses the same sentence. */
export type MoneySentences = {
  payment: Record<"not_charged" | "charged" | "confirming" | "returning", string>;
  /** Sentences for sessions that store a card. The other states use the sentences of `payment`. */
  card_create: Record<"not_charged" | "charged", string>;
};

export const moneySentences: Record<Language, MoneySentences> = {
  en: {
    payment: {
      not_charged: "Your card was not charged.",
      charged: "Your payment went through.",
      confirming: "We are confirming with your bank. Do not pay again.",
      returning: "Your card was charged by mistake. We are returning the money.",
    },
    card_create: {
      not_charged: "Your card was not charged and is not stored.",
      charged: "Your card is stored. The small charge will be returned.",
    },
  },
  es: {
    payment: {
      not_charged: "No se ha realizado ningún cargo en su tarjeta.",
      charged: "Su pago se ha realizado.",
      confirming: "Estamos confirmando con su banco. No vuelva a pagar.",
      returning: "Se realizó un cargo por error en su tarjeta. Estamos devolviendo el dinero.",
    },
    card_create: {
      not_charged: "No se ha realizado ningún cargo en su tarjeta y la tarjeta no se ha guardado.",
      charged: "Su tarjeta está guardada. El pequeño cargo se devolverá.",
    },
  },
  fr: {
    payment: {
      not_charged: "Votre carte n’a pas été débitée.",
      charged: "Votre paiement a été effectué.",
      confirming: "Nous attendons la confirmation de votre banque. Ne payez pas une seconde fois.",
      returning: "Votre carte a été débitée par erreur. Nous vous remboursons.",
    },
    card_create: {
      not_charged: "Votre carte n’a pas été débitée et n’est pas enregistrée.",
      charged: "Votre carte est enregistrée. Le petit débit sera remboursé.",
    },
  },
  nl: {
    payment: {
      not_charged: "Er is niets van uw kaart afgeschreven.",
      charged: "Uw betaling is gelukt.",
      confirming: "We wachten op bevestiging van uw bank. Betaal niet nog een keer.",
      returning: "Er is per vergissing een bedrag van uw kaart afgeschreven. We storten het terug.",
    },
    card_create: {
      not_charged: "Er is niets van uw kaart afgeschreven en de kaart is niet opgeslagen.",
      charged: "Uw kaart is opgeslagen. Het kleine bedrag wordt teruggestort.",
    },
  },
  pt: {
    payment: {
      not_charged: "Nada foi cobrado no seu cartão.",
      charged: "O seu pagamento foi efetuado.",
      confirming: "Estamos confirmando com o seu banco. Não pague novamente.",
      returning: "O seu cartão foi cobrado por engano. Estamos devolvendo o dinheiro.",
    },
    card_create: {
      not_charged: "Nada foi cobrado no seu cartão e ele não foi guardado.",
      charged: "O seu cartão está guardado. O pequeno valor será devolvido.",
    },
  },
};

/** The label of links to the page that states whether money moved. */
export const checkStatusWords: Record<Language, string> = {
  en: "Check the status",
  es: "Ver el estado",
  fr: "Vérifier l’état",
  nl: "Status bekijken",
  pt: "Ver a situação",
};
