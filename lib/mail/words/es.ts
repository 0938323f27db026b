import type { MailWords } from "./en";

export const es: MailWords = {
  greeting: "Hola, {name}:",
  greetingWithoutName: "Hola:",
  test: "Esto ha sido una prueba: no se ha movido dinero.",
  at: "el {date} a las {time}",
  back: "Volver a {merchant}",
  facts: {
    orderTotal: "Total del pedido",
    fee: "Gastos de gestión",
    total: "Total pagado",
    card: "Tarjeta",
    date: "Fecha",
    reference: "Referencia",
    paymentId: "ID del pago",
  },
  receipt: {
    subject: "Su pago de {amount} a {merchant}",
    heading: "Recibo del pedido {order}",
    headingOfLink: "Recibo: {sold}",
    headingWithoutOrder: "Su recibo",
    paid: "Ha pagado",
    open: "Abrir el recibo",
    keep: "Conserve este correo como recibo.",
  },
  refund: {
    subject: "Su reembolso de {amount} de {merchant}",
    heading: "Reembolso del pedido {order}",
    headingOfLink: "Reembolso: {sold}",
    refunded: "Reembolsado en su tarjeta",
    wait: "Su banco puede tardar unos días en mostrarlo en su extracto.",
  },
  stored: {
    subject: "{merchant} ha guardado su tarjeta",
    heading: "Su tarjeta está guardada",
    who: "Usted aceptó que {merchant} guarde esta tarjeta y la use para cobrar sus próximos pedidos. Tradewind guarda la tarjeta cifrada. {merchant} nunca ve el número.",
    verify:
      "Para comprobar que la tarjeta es suya, hemos cobrado entre {least} y {most}. {merchant} le pedirá el importe exacto. Lo encontrará en el extracto de su banco. Indíquelo en un plazo de 72 horas.",
    remove: "Para eliminar la tarjeta, contacte con {merchant}.",
  },
  help: {
    email: "¿Tiene preguntas sobre su pedido? Escriba a {contact}.",
    phone: "¿Tiene preguntas sobre su pedido? Llame al {contact}.",
    website: "¿Tiene preguntas sobre su pedido? Visite {contact}",
    other: "¿Tiene preguntas sobre su pedido? Consulte a {merchant}: {contact}",
    none: "¿Tiene preguntas sobre su pedido? Consulte a {merchant}.",
  },
  footer: "Pago procesado por Tradewind para {merchant}",
};
