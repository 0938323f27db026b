/** The result that the checkout sends to a shop's `response_url`. Verify it on the shop's server: it can be forged. */
export type PaymentResult = {
  status: "success" | "failed" | "error";
  transactionId: string;
  orderId: string;
  /** The code and its text, such as `[2-R51]: Insufficient funds.` */
  message: string;
  /** The debited total, with the customer's share of the fee. */
  total: string;
  currency: string;
  /** Only of a successful payment. */
  hash: string | null;
  signature: string | null;
  /** All parameters, with those that the shop added to its `response_url`. */
  parameters: URLSearchParams;
};

const statusIn = (parameters: URLSearchParams): PaymentResult["status"] | null => {
  const status = parameters.get("status");
  return status === "success" || status === "failed" || status === "error" ? status : null;
};

/** The result of a refused payment request has no transaction id. */
export function isResult(url: string): boolean {
  const parameters = new URL(url).searchParams;
  return statusIn(parameters) !== null && (parameters.has("transaction_id") || parameters.has("reasonDescription"));
}

export function readResult(url: string): PaymentResult {
  const parameters = new URL(url).searchParams;
  const status = statusIn(parameters);
  if (status === null) {
    throw new Error(`${url} carries no result of a payment.`);
  }
  return {
    status,
    transactionId: parameters.get("transaction_id") ?? "",
    orderId: parameters.get("order_id") ?? "",
    message: parameters.get("message") ?? "",
    total: parameters.get("total") ?? "",
    currency: parameters.get("currency") ?? "",
    hash: parameters.get("hash"),
    signature: parameters.get("tw_signature"),
    parameters,
  };
}
