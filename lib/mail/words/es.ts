import type { MailWords } from "./en";

export const es: MailWords = {
  greeting: "Hola, {name}:",
  greetingWithoutName: "Hola:",
  test: "Esto ha sido una prueba: no se ha movido dinero.",
  facts: {
    amount: "Importe",
    merchant: "Comercio",
    order: "Pedido",
    card: "Tarjeta",
    date: "Fecha",
    transaction: "Transacción",
  },
  receipt: {
    subject: "Su pago de {amount} a {merchant}",
    keep: "Conserve este correo como recibo.",
  },
  refund: {
    subject: "Su reembolso de {amount} de {merchant}",
    done: "{merchant} ha devuelto {amount} a su tarjeta.",
    wait: "Según su banco, puede tardar unos días en aparecer en su extracto.",
  },
  stored: {
    subject: "{merchant} ha guardado su tarjeta",
    who: "Usted aceptó que {merchant} guarde esta tarjeta y la use para cobrar sus próximos pedidos. Tradewind la conserva cifrada para {merchant}; la tienda nunca ve el número.",
    verify:
      "Para comprobar que la tarjeta es suya, se ha cobrado un importe de entre USD 0.50 y 1.99. {merchant} le preguntará el importe exacto, que figura en el extracto de su banco. Tiene 72 horas para indicarlo.",
    remove: "¿Tiene preguntas o desea que se elimine la tarjeta? Consulte a {merchant}:",
    removeWithoutContact: "¿Tiene preguntas o desea que se elimine la tarjeta? Consulte a {merchant}.",
  },
  help: "¿Tiene preguntas? Consulte a {merchant}:",
  helpWithoutContact: "¿Tiene preguntas? Consulte a {merchant}.",
  footer: "Enviado por Tradewind, el servicio de pago de {merchant}.",
};
