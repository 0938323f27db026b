export { type CardResult, verifyCardRedirect } from "./card-redirect.js";
export { type NewPayment, type PageChoice, type RefundOptions, Tradewind, type TradewindOptions } from "./client.js";
export {
  ApiError,
  InputError,
  NoAnswerError,
  RedirectError,
  type RedirectReason,
  TradewindError,
  WebhookError,
  type WebhookReason,
} from "./errors.js";
export { buildPaymentRequest, type PaymentRequestFields } from "./payment-request.js";
export type * from "./records.js";
export { type Order, type RedirectResult, type RedirectSecrets, verifyRedirect } from "./redirect.js";
export type * from "./requests.js";
export type { Query } from "./signed-parameters.js";
export { verifyWebhook, type WebhookHeaders } from "./webhook.js";
