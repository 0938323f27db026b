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

export function readResult(url: string): PaymentResult {
  const parameters = new URL(url).searchParams;
  const status = parameters.get("status");
  if (status !== "success" && status !== "failed" && status !== "error") {
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
