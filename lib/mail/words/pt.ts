import type { MailWords } from "./en";

export const pt: MailWords = {
  greeting: "Olá, {name},",
  greetingWithoutName: "Olá,",
  test: "Isto foi um teste: nenhum valor foi movimentado.",
  at: "em {date} às {time}",
  back: "Voltar para {merchant}",
  facts: {
    orderTotal: "Total do pedido",
    fee: "Taxa de processamento",
    total: "Total pago",
    card: "Cartão",
    date: "Data",
    reference: "Referência",
    paymentId: "ID do pagamento",
  },
  receipt: {
    subject: "O seu pagamento de {amount} para {merchant}",
    heading: "Recibo do pedido {order}",
    headingOfLink: "Recibo: {sold}",
    headingWithoutOrder: "Seu recibo",
    paid: "Você pagou",
    open: "Abrir o recibo",
    keep: "Guarde este e-mail como comprovante.",
  },
  refund: {
    subject: "O seu reembolso de {amount} de {merchant}",
    heading: "Reembolso do pedido {order}",
    headingOfLink: "Reembolso: {sold}",
    refunded: "Reembolsado no seu cartão",
    wait: "O seu banco pode levar alguns dias para mostrá-lo no seu extrato.",
  },
  stored: {
    subject: "{merchant} guardou o seu cartão",
    heading: "O seu cartão está guardado",
    who: "Você concordou que {merchant} guarde este cartão e o cobre nos seus próximos pedidos. A Tradewind guarda o cartão criptografado. {merchant} nunca vê o número.",
    verify:
      "Para confirmar que o cartão é seu, cobramos entre {least} e {most}. {merchant} perguntará o valor exato. Ele está no extrato do seu banco. Informe-o em até 72 horas.",
    remove: "Para excluir o cartão, fale com {merchant}.",
  },
  help: {
    email: "Dúvidas sobre o seu pedido? Escreva para {contact}.",
    phone: "Dúvidas sobre o seu pedido? Ligue para {contact}.",
    website: "Dúvidas sobre o seu pedido? Acesse {contact}",
    other: "Dúvidas sobre o seu pedido? Fale com {merchant}: {contact}",
    none: "Dúvidas sobre o seu pedido? Fale com {merchant}.",
  },
  footer: "Pagamento processado pela Tradewind para {merchant}",
};
