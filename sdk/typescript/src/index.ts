export { type NewPayment, type RefundOptions, Tradewind, type TradewindOptions } from "./client.js";
export type * from "./contract.js";
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
export {
  type Order,
  type Query,
  type RedirectResult,
  type RedirectSecrets,
  verifyRedirect,
} from "./redirect.js";
export { verifyWebhook, type WebhookHeaders } from "./webhook.js";
