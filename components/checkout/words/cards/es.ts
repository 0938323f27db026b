import { moneySentences } from "@/lib/reference/money-sentences";
import type { CardWords } from "./en";

export const esCards: CardWords = {
  card_create: {
    page: { heading: "Guardar una tarjeta en {merchant}" },
    money: moneySentences.es.card_create,
    summary: { heading: "Resumen", total: "Cargo de prueba" },
    notices: {
      declined: { title: "Su banco ha rechazado esta tarjeta" },
      gateway_error: { title: "No se ha podido comprobar esta tarjeta" },
      not_reached: { next: "No se ha cobrado nada. Vuelva a intentarlo en un momento." },
      connection_lost: { next: "No se ha iniciado nada. Compruebe su conexión y vuelva a intentarlo." },
      not_accepted: { title: "La tarjeta no se ha guardado" },
    },
    countdown: {
      afterwards: "Después volverá a la tienda y la tarjeta no se guardará.",
      announced: "Quedan {seconds} segundos. Después volverá a la tienda y la tarjeta no se guardará.",
    },
    actions: { pay: "Guardar tarjeta" },
    confirming: {
      heading: "Guardando su tarjeta",
      long: "Está tardando más de lo habitual. Puede seguir esperando o volver a la tienda. No vuelva a introducir la tarjeta.",
    },
    challenge: {
      why: "Para proteger su tarjeta contra usos indebidos, su banco le pide que confirme el pequeño cargo de prueba de {merchant}. Es posible que necesite un código o la aplicación de su banco.",
    },
    result: {
      success: "Su tarjeta está guardada",
      failed: "La tarjeta no se ha guardado",
      error: "No se ha podido guardar la tarjeta",
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
