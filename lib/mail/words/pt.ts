import type { MailWords } from "./en";

export const pt: MailWords = {
  greeting: "Olá, {name},",
  greetingWithoutName: "Olá,",
  test: "Isto foi um teste: nenhum valor foi movimentado.",
  facts: {
    amount: "Valor",
    merchant: "Loja",
    order: "Pedido",
    card: "Cartão",
    date: "Data",
    transaction: "Transação",
  },
  receipt: {
    subject: "O seu pagamento de {amount} para {merchant}",
    keep: "Guarde este e-mail como comprovante.",
  },
  refund: {
    subject: "O seu reembolso de {amount} de {merchant}",
    done: "{merchant} devolveu {amount} para o seu cartão.",
    wait: "Dependendo do seu banco, pode levar alguns dias até aparecer no seu extrato.",
  },
  stored: {
    subject: "{merchant} guardou o seu cartão",
    who: "Você concordou que {merchant} guarde este cartão e o cobre nos seus próximos pedidos. A Tradewind o conserva criptografado para {merchant}; a loja nunca vê o número.",
    verify:
      "Para confirmar que o cartão é seu, foi cobrado um valor entre USD 0.50 e 1.99. {merchant} perguntará o valor exato, que está no extrato do seu banco. Você tem 72 horas para informá-lo.",
    remove: "Dúvidas, ou deseja que o cartão seja excluído? Fale com {merchant}:",
    removeWithoutContact: "Dúvidas, ou deseja que o cartão seja excluído? Fale com {merchant}.",
  },
  help: "Dúvidas? Fale com {merchant}:",
  helpWithoutContact: "Dúvidas? Fale com {merchant}.",
  footer: "Enviado pela Tradewind, o serviço de pagamento de {merchant}.",
};
