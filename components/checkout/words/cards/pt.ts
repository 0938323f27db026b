import { moneySentences } from "@/lib/reference/money-sentences";
import type { CardWords } from "./en";

export const ptCards: CardWords = {
  card_create: {
    page: { heading: "Guardar um cartão em {merchant}" },
    money: moneySentences.pt.card_create,
    summary: { heading: "Resumo", total: "Cobrança de teste" },
    labels: { email: "E-mail para a sua confirmação" },
    notices: {
      declined: { title: "O seu banco recusou este cartão" },
      limit: { title: "A cobrança de teste ultrapassa o limite deste cartão" },
      amount: { title: "O seu banco não aceita a cobrança de teste" },
      not_permitted: { title: "Este cartão não pode ser guardado" },
      call_bank: { title: "O seu banco precisa primeiro autorizar a cobrança de teste" },
      duplicate: {
        title: "O seu banco considera esta cobrança de teste repetida",
        next: "Aguarde alguns minutos antes de tentar novamente, ou use outro cartão.",
      },
      not_taken: {
        title: "Não foi possível guardar este cartão",
        next: "Tentar novamente não adianta: a loja não pode guardar cartões no momento. Volte à loja.",
      },
      gateway_error: { title: "Não foi possível verificar este cartão" },
      not_reached: { next: "Nada foi cobrado. Tente novamente em instantes." },
      connection_lost: { next: "Nada foi iniciado. Verifique a sua conexão e tente novamente." },
      link_busy: {
        title: "Outra página está guardando um cartão com este link",
        next: "Nada foi cobrado. Aguarde um momento e tente novamente.",
      },
      link_closed: { title: "Este link foi retirado", next: "Nada foi cobrado. Peça um novo link ao vendedor." },
      link_used_up: {
        title: "Um cartão já foi guardado com este link",
        next: "Nada foi cobrado aqui. Para guardar outro cartão, peça um novo link ao vendedor.",
      },
      not_accepted: { title: "O cartão não foi guardado" },
    },
    countdown: {
      left: "Restam {time}",
      afterwards: "Depois, você volta à loja e o cartão não é guardado.",
      announced: "Restam {seconds} segundos. Depois, você volta à loja e o cartão não é guardado.",
    },
    actions: { pay: "Guardar cartão", keepOpen: "O seu banco está verificando o cartão. Não feche esta página." },
    confirming: {
      heading: "Guardando o seu cartão",
      long: "Está demorando mais do que o normal. Você pode continuar aguardando ou voltar à loja. Não informe o cartão novamente.",
    },
    result: {
      success: "O seu cartão está guardado",
      failed: "O cartão não foi guardado",
      left: "Você cancelou o cadastro do cartão",
      expired: "O tempo acabou",
      error: "Não foi possível guardar o cartão",
      receipt: "Enviamos uma confirmação para {email}.",
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
      card_number: { next: "Volte à loja e escolha outra forma de pagamento." },
      limit: {
        next: "Consulte o limite com o seu banco e tente novamente, ou volte à loja para pagar de outra forma.",
      },
      amount: { next: "Volte à loja e escolha outra forma de pagamento." },
      not_permitted: { next: "Volte à loja e escolha outra forma de pagamento." },
      call_bank: { next: "Ligue para o seu banco e tente novamente, ou volte à loja para pagar de outra forma." },
      details: { next: "Tente novamente, ou volte à loja para pagar de outra forma." },
      issuer_unavailable: { next: "Aguarde um momento e tente novamente, ou volte à loja para pagar de outra forma." },
      address: { next: "Volte à loja e escolha outra forma de pagamento." },
      authentication: {
        next: "Tente novamente e conclua a verificação do seu banco, ou volte à loja para pagar de outra forma.",
      },
      gateway_error: { next: "Tente novamente em instantes, ou volte à loja para pagar de outra forma." },
    },
  },
};
