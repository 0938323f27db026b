import type { LinkWords } from "./en";

export const pt: LinkWords = {
  link: {
    amount: "Valor em {currency}",
    between: "De {least} a {most}",
    quantity: "Quantidade",
    upTo: "No máximo {count}",
    each: "{amount} cada",
    feeLater: "Uma taxa de processamento é acrescentada. Você a vê antes de pagar.",
    details: "{merchant} pede",
    name: "Seu nome",
    note: "Recado para {merchant}",
    next: "Continuar para o pagamento",
    nothingYet: "Nada é cobrado até você informar o cartão na próxima página.",
    reach: "Para falar com {merchant}, responda à mensagem em que recebeu este link.",
    busyNext:
      "Abrir esta página não cobrou nada. Se você está pagando, aguarde o resultado: não pague novamente. Caso contrário, abra o link de novo em um momento.",
    paid: "Este link de pagamento já foi pago",
    paidNext:
      "Abrir esta página não cobrou nada. Se você pagou, o recibo está no seu e-mail: não pague novamente. Caso contrário, peça um novo link a {merchant}.",
    soldOut: "Esgotado",
    soldOutNext:
      "Abrir esta página não cobrou nada. Se você pagou, seu recibo está no seu e-mail: não pague de novo. Caso contrário, pergunte a {merchant} se haverá mais.",
    failed: "Esta página não pode ser mostrada agora",
    failedNext: "Tente novamente em um momento.",
    missing: "Este link de pagamento não existe",
    missingNext: "Nada foi cobrado. O endereço pode estar incompleto, ou o vendedor removeu o link.",
    tooMany: "Muitas tentativas em pouco tempo",
    tooManyNext: "Nada foi cobrado. Aguarde um minuto e abra o link novamente.",
  },
  problems: {
    amount: "Informe um valor de {least} a {most}.",
    quantity: "Informe uma quantidade de 1 a {count}.",
    name: "Informe seu nome.",
    phone: "Informe seu telefone com o código de área.",
    note: "Informe um recado sem números de cartão, com no máximo {count} caracteres.",
  },
  cardLink: {
    next: "Continuar",
    consent: "Na próxima página, você informa o seu cartão e concorda que {merchant} o guarde.",
    stored: "Um cartão já foi guardado com este link",
    storedNext:
      "Abrir esta página não guardou nem cobrou nada. Para guardar outro cartão, peça um novo link a {merchant}.",
    expired: "Este link expirou",
    withdrawn: "Este link foi retirado",
    exhausted: "Este link foi aberto vezes demais",
    endedNext: "Nenhum cartão foi guardado e nada foi cobrado. Peça um novo link a {merchant}.",
    missing: "Este link não existe",
    missingNext:
      "Nenhum cartão foi guardado e nada foi cobrado. O endereço pode estar incompleto, ou o link pode ser antigo demais.",
  },
  receipt: {
    title: "Recibo de {merchant}",
    heading: "Você pagou {merchant}",
    refundedAll: "Este pagamento foi reembolsado",
    refunded: "Reembolsado",
    total: "Total pago",
    item: "Referente a",
    order: "Pedido",
    paymentId: "ID do pagamento",
    print: "Imprimir ou guardar",
    until: "Você pode abrir esta página até {date}.",
    missing: "Este recibo não pode ser mostrado",
    missingNext: "O endereço pode estar incompleto. Um recibo pode ser aberto até 90 dias após o pagamento.",
  },
};
