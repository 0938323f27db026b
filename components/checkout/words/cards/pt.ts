import { moneySentences } from "@/lib/reference/money-sentences";
import type { CardWords } from "./en";

export const ptCards: CardWords = {
  card_create: {
    page: { heading: "Guardar um cartão em {merchant}" },
    money: moneySentences.pt.card_create,
    summary: { heading: "Resumo", total: "Cobrança de teste" },
    notices: {
      declined: { title: "O seu banco recusou este cartão" },
      gateway_error: { title: "Não foi possível verificar este cartão" },
      not_reached: { next: "Nada foi cobrado. Tente novamente em instantes." },
      connection_lost: { next: "Nada foi iniciado. Verifique a sua conexão e tente novamente." },
      not_accepted: { title: "O cartão não foi guardado" },
    },
    countdown: {
      afterwards: "Depois, você volta à loja e o cartão não é guardado.",
      announced: "Restam {seconds} segundos. Depois, você volta à loja e o cartão não é guardado.",
    },
    actions: { pay: "Guardar cartão" },
    confirming: {
      heading: "Guardando o seu cartão",
      long: "Está demorando mais do que o normal. Você pode continuar aguardando ou voltar à loja. Não informe o cartão novamente.",
    },
    challenge: {
      why: "Para proteger o seu cartão contra uso indevido, o seu banco pede que você confirme a pequena cobrança de teste de {merchant}. Talvez você precise de um código ou do aplicativo do seu banco.",
    },
    result: {
      success: "O seu cartão está guardado",
      failed: "O cartão não foi guardado",
      error: "Não foi possível guardar o cartão",
    },
  },
  card_charge: {
    sections: { card: "O seu cartão guardado" },
    notices: {
      declined: {
        next: "Pergunte o motivo ao seu banco e tente novamente, ou volte à loja para pagar de outra forma.",
      },
      funds: { next: "Tente novamente quando houver saldo suficiente, ou volte à loja para pagar de outra forma." },
      card_expired: { next: "Volte à loja e escolha outra forma de pagamento." },
      issuer_unavailable: { next: "Aguarde um momento e tente novamente, ou volte à loja para pagar de outra forma." },
      address: { next: "Volte à loja e escolha outra forma de pagamento." },
      authentication: {
        next: "Tente novamente e conclua a verificação do seu banco, ou volte à loja para pagar de outra forma.",
      },
      gateway_error: { next: "Tente novamente em instantes, ou volte à loja para pagar de outra forma." },
    },
  },
};
