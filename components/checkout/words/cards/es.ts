import { moneySentences } from "@/lib/reference/money-sentences";
import type { CardWords } from "./en";

export const esCards: CardWords = {
  card_create: {
    page: { heading: "Guardar una tarjeta en {merchant}" },
    money: moneySentences.es.card_create,
    summary: { heading: "Resumen", total: "Cargo de prueba" },
    labels: { email: "Correo para su confirmación" },
    notices: {
      declined: { title: "Su banco ha rechazado esta tarjeta" },
      limit: { title: "El cargo de prueba supera el límite de esta tarjeta" },
      amount: { title: "Su banco no acepta el cargo de prueba" },
      not_permitted: { title: "Esta tarjeta no se puede guardar" },
      call_bank: { title: "Su banco debe autorizar antes el cargo de prueba" },
      duplicate: {
        title: "Su banco considera que este cargo de prueba está repetido",
        next: "Espere unos minutos antes de volver a intentarlo, o use otra tarjeta.",
      },
      not_taken: {
        title: "No se ha podido guardar esta tarjeta",
        next: "Volver a intentarlo no sirve: la tienda no puede guardar tarjetas en este momento. Regrese a la tienda.",
      },
      gateway_error: { title: "No se ha podido comprobar esta tarjeta" },
      not_reached: { next: "No se ha cobrado nada. Vuelva a intentarlo en un momento." },
      connection_lost: { next: "No se ha iniciado nada. Compruebe su conexión y vuelva a intentarlo." },
      link_busy: {
        title: "Otra página está guardando una tarjeta con este enlace",
        next: "No se ha cobrado nada. Espere un momento y vuelva a intentarlo.",
      },
      link_closed: {
        title: "Este enlace fue retirado",
        next: "No se ha cobrado nada. Pida un enlace nuevo al comercio.",
      },
      link_used_up: {
        title: "Ya se guardó una tarjeta con este enlace",
        next: "Aquí no se ha cobrado nada. Para guardar otra tarjeta, pida un enlace nuevo al comercio.",
      },
      not_accepted: { title: "La tarjeta no se ha guardado" },
    },
    countdown: {
      left: "Quedan {time}",
      afterwards: "Después volverá a la tienda y la tarjeta no se guardará.",
      announced: "Quedan {seconds} segundos. Después volverá a la tienda y la tarjeta no se guardará.",
    },
    actions: { pay: "Guardar tarjeta", keepOpen: "Su banco está comprobando la tarjeta. No cierre esta página." },
    confirming: {
      heading: "Guardando su tarjeta",
      long: "Está tardando más de lo habitual. Puede seguir esperando o volver a la tienda. No vuelva a introducir la tarjeta.",
    },
    result: {
      success: "Su tarjeta está guardada",
      failed: "La tarjeta no se ha guardado",
      left: "Ha cancelado guardar la tarjeta",
      expired: "Se ha acabado el tiempo",
      error: "No se ha podido guardar la tarjeta",
      receipt: "Hemos enviado una confirmación a {email}.",
    },
  },
  card_charge: {
    sections: { card: "Su tarjeta guardada" },
    notices: {
      declined: {
        next: "Pregunte el motivo a su banco y vuelva a intentarlo, o regrese a la tienda para pagar de otra forma.",
      },
      funds: {
        next: "Vuelva a intentarlo cuando haya fondos suficientes, o regrese a la tienda para pagar de otra forma.",
      },
      card_expired: { next: "Regrese a la tienda y elija otra forma de pago." },
      card_number: { next: "Regrese a la tienda y elija otra forma de pago." },
      limit: {
        next: "Consulte el límite con su banco y vuelva a intentarlo, o regrese a la tienda para pagar de otra forma.",
      },
      amount: { next: "Regrese a la tienda y elija otra forma de pago." },
      not_permitted: { next: "Regrese a la tienda y elija otra forma de pago." },
      call_bank: { next: "Llame a su banco y vuelva a intentarlo, o regrese a la tienda para pagar de otra forma." },
      details: { next: "Vuelva a intentarlo, o regrese a la tienda para pagar de otra forma." },
      issuer_unavailable: {
        next: "Espere un momento y vuelva a intentarlo, o regrese a la tienda para pagar de otra forma.",
      },
      address: { next: "Regrese a la tienda y elija otra forma de pago." },
      authentication: {
        next: "Vuelva a intentarlo y complete la comprobación de su banco, o regrese a la tienda para pagar de otra forma.",
      },
      gateway_error: { next: "Vuelva a intentarlo en un momento, o regrese a la tienda para pagar de otra forma." },
    },
  },
};
