import type { LinkWords } from "./en";

export const es: LinkWords = {
  link: {
    amount: "Importe en {currency}",
    between: "De {least} a {most}",
    quantity: "Cantidad",
    upTo: "Como máximo {count}",
    each: "{amount} cada uno",
    feeLater: "Se añade una comisión. La verá antes de pagar.",
    details: "{merchant} le pide",
    name: "Su nombre",
    note: "Nota para {merchant}",
    next: "Continuar al pago",
    nothingYet: "No se cobra nada hasta que introduzca su tarjeta en la página siguiente.",
    reach: "Para contactar con {merchant}, responda al mensaje en el que recibió este enlace.",
    busyNext:
      "Abrir esta página no ha cobrado nada. Si está pagando, espere el resultado: no vuelva a pagar. Si no, abra el enlace de nuevo en un momento.",
    paid: "Este enlace de pago ya está pagado",
    paidNext:
      "Abrir esta página no ha cobrado nada. Si ha pagado, su recibo está en su correo: no vuelva a pagar. Si no, pida un enlace nuevo a {merchant}.",
    soldOut: "Agotado",
    soldOutNext:
      "Abrir esta página no ha cobrado nada. Si ha pagado, su recibo está en su correo: no vuelva a pagar. Si no, pregunte a {merchant} si habrá más.",
    failed: "Esta página no se puede mostrar ahora",
    failedNext: "Vuelva a intentarlo en un momento.",
    missing: "Este enlace de pago no existe",
    missingNext: "No se ha cobrado nada. La dirección puede estar incompleta, o el comercio eliminó el enlace.",
    tooMany: "Demasiados intentos en poco tiempo",
    tooManyNext: "No se ha cobrado nada. Espere un minuto y vuelva a abrir el enlace.",
  },
  problems: {
    amount: "Introduzca un importe de {least} a {most}.",
    quantity: "Introduzca una cantidad de 1 a {count}.",
    name: "Introduzca su nombre.",
    phone: "Introduzca su número de teléfono con el código de área.",
    note: "Introduzca una nota sin números de tarjeta, de {count} caracteres como máximo.",
  },
  cardLink: {
    next: "Continuar",
    consent: "En la página siguiente introduce su tarjeta y acepta que {merchant} la guarde.",
    stored: "Ya se guardó una tarjeta con este enlace",
    storedNext:
      "Abrir esta página no ha guardado ni cobrado nada. Para guardar otra tarjeta, pida un enlace nuevo a {merchant}.",
    expired: "Este enlace ha caducado",
    withdrawn: "Este enlace fue retirado",
    exhausted: "Este enlace se abrió demasiadas veces",
    endedNext: "No se ha guardado ninguna tarjeta ni se ha cobrado nada. Pida un enlace nuevo a {merchant}.",
    missing: "Este enlace no existe",
    missingNext:
      "No se ha guardado ninguna tarjeta ni se ha cobrado nada. La dirección puede estar incompleta, o el enlace puede ser demasiado antiguo.",
  },
  receipt: {
    title: "Recibo de {merchant}",
    heading: "Pagó a {merchant}",
    refundedAll: "Este pago fue reembolsado",
    refunded: "Reembolsado",
    total: "Total pagado",
    item: "Concepto",
    order: "Pedido",
    paymentId: "ID del pago",
    print: "Imprimir o guardar",
    until: "Puede abrir esta página hasta el {date}.",
    missing: "Este recibo no se puede mostrar",
    missingNext: "La dirección puede estar incompleta. Un recibo se puede abrir durante 90 días después del pago.",
  },
};
