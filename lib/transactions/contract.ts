import * as z from "zod/mini";
import { pageFields, pageOf } from "@/lib/http/body/paging";
import { storedLine } from "@/lib/http/body/stored-text";
import { done, endpoint, ok, perMinute } from "@/lib/http/message/endpoint";
import { calendarDay, line, matching, money, oneOf, timestamp, transactionId } from "@/lib/kit/fields";
import { avsAnswers } from "@/lib/reference/avs";
import { currencies } from "@/lib/reference/currencies";
import { feeStructureCodes } from "@/lib/reference/fees";
import { environments, platformCodes } from "@/lib/reference/platforms";
import { purposes } from "@/lib/reference/purposes";
import { chargebackStatuses, refundStatuses, transactionStatuses } from "@/lib/reference/stored-values";

const orderIdLengthMax = 48;
const reasonLengthMax = 255;

/** An amount as text. `*.**` stands for the amount of a micro-charge that is still hidden. */
const amount = () => z.string().check(z.meta({ examples: ["10.00"] }));

const refundRecord = z.object({
  refund_id: z.string(),
  status: z.enum(refundStatuses),
  total: amount(),
  date: timestamp(),
});

export const transactionRecord = z
  .object({
    transaction_id: z.string(),
    status: z.enum(transactionStatuses),
    status_desc: z.string(),
    message: z.string(),
    order_id: z.string(),
    /** The payment link that the customer paid with, or null. */
    payment_link_id: z.nullable(z.string()),
    /** How many pieces the customer bought. Only present if the payment link let the customer choose a quantity. */
    quantity: z.optional(z.int()),
    origin: z.string(),
    environment: z.enum(environments),
    method: z.string(),
    /** Distinguishes payments from the micro-charge that verifies a new stored card and is returned afterwards. */
    type: z.enum(purposes),
    currency: z.enum(currencies),
    /** The amount debited from the customer. */
    total: amount(),
    /** The total that the merchant requested. The hash in the payment result covers this amount. */
    original_total: amount(),
    fee: amount(),
    /** The amount credited to the merchant. */
    total_credited: amount(),
    fee_structure: z.enum(feeStructureCodes),
    card: z.nullable(z.string()),
    card_type: z.nullable(z.string()),
    customer_name: z.nullable(z.string()),
    customer_email: z.nullable(z.string()),
    customer_phone: z.nullable(z.string()),
    customer_address: z.nullable(z.string()),
    data: z.nullable(z.string()),
    date: timestamp(),
    /** The newest refund of this payment. */
    refund: z.nullable(refundRecord),
    refunds: z.array(refundRecord),
    chargeback: z.nullable(z.object({ status: z.enum(chargebackStatuses), total: amount(), date: timestamp() })),
    /** When the customer's bank confirmed that the payer was not the cardholder. */
    fraud_confirmed_at: z.nullable(timestamp()),
    /** The bank's latest answer of the address check (AVS). Null if the bank gave none or AVS is not used. */
    avs: z.nullable(z.enum(avsAnswers)),
    /**
     * Six characters that name the payment among people, as on the receipt. Unique for the account and environment.
     * Null for payments from before references existed.
     */
    reference: z.nullable(z.string().check(z.meta({ examples: ["K7M4XP"] }))),
  })
  .check(z.meta({ id: "Transaction" }));
export type TransactionRecord = z.output<typeof transactionRecord>;

const environment = z.optional(oneOf(environments));
/** The filter of lists by the payment link that the customer paid with. */
export const paymentLinkId = () =>
  matching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, { max: 26, error: "must be the id of a payment link." });
export const transactionParams = z.object({ transaction_id: transactionId() });
const transactions = { auth: "any", environment: "chosen" } as const;

export const listTransactionsEndpoint = endpoint({
  ...transactions,
  name: "listTransactions",
  method: "GET",
  path: "/transactions/",
  summary: "List transactions. The newest come first",
  scopes: ["svc-transactions-retrieve"],
  limit: perMinute(15),
  query: z.object({
    environment,
    ...pageFields,
    status: z.optional(oneOf(transactionStatuses)),
    currency: z.optional(oneOf(currencies)),
    order_id: z.optional(line({ max: orderIdLengthMax })),
    payment_link_id: z.optional(paymentLinkId()),
    start_date: z.optional(calendarDay()),
    end_date: z.optional(calendarDay()),
  }),
  success: { status: 200, schema: pageOf(transactionRecord) },
});

export const retrieveTransactionEndpoint = endpoint({
  ...transactions,
  name: "retrieveTransaction",
  method: "GET",
  path: "/transactions/{transaction_id}",
  summary: "Retrieve a transaction",
  scopes: ["svc-transactions-retrieve"],
  limit: perMinute(60),
  params: transactionParams,
  query: z.object({ environment }),
  success: ok(transactionRecord),
});

export const requestRefundEndpoint = endpoint({
  ...transactions,
  name: "requestRefund",
  method: "POST",
  path: "/transactions/{transaction_id}/refund",
  summary: "Request a refund. It returns the whole transaction or a part of it to the customer",
  scopes: ["svc-transactions-refund-request"],
  limit: perMinute(15),
  idempotent: true,
  params: transactionParams,
  query: z.object({ environment }),
  body: z.object({
    environment,
    /** The amount to refund. By default, everything that is not refunded yet. */
    amount: z.optional(money()),
    reason: z.optional(storedLine({ max: reasonLengthMax })),
  }),
  success: {
    status: 201,
    schema: z.object({
      message: z.literal("Refund request successfully created."),
      data: z.object({ refund_id: z.string(), status: z.enum(refundStatuses) }),
    }),
  },
  refusals: {
    invalid: "The transaction cannot be refunded, has an open refund or a chargeback, or the amount exceeds the rest.",
    forbidden: "The balance is too low.",
  },
});

export const quoteFeesEndpoint = endpoint({
  name: "quoteFees",
  method: "GET",
  path: "/transactions/fees",
  summary: "Calculate a fee. The answer shows the fee of an amount and the part that each side pays",
  auth: "any",
  scopes: ["svc-transactions-get-fees"],
  limit: perMinute(60),
  query: z.object({
    fee_structure: oneOf(feeStructureCodes),
    currency: oneOf(currencies),
    amount: money(),
    country_code: z.optional(oneOf(platformCodes)),
  }),
  success: ok(
    z.object({
      currency: z.enum(currencies),
      fee_structure: z.enum(feeStructureCodes),
      fee_name: z.string(),
      original_total: z.number(),
      customer_total: z.number(),
      customer_fee: z.number(),
      merchant_total: z.number(),
      merchant_fee: z.number(),
      description: z.string(),
    }),
  ),
});

export const describeTransactionsEndpoint = endpoint({
  name: "describeTransactions",
  method: "GET",
  path: "/transactions/meta",
  summary:
    "Describe transactions. The answer lists the currencies of the account with the limits of a total, the environments and the fee structures",
  auth: "any",
  scopes: ["svc-transactions-retrieve"],
  limit: perMinute(60),
  success: ok(
    z.object({
      currencies: z.array(z.enum(currencies)),
      environments: z.array(z.enum(environments)),
      fee_structures: z.record(z.string(), z.string()),
      totals: z.record(z.string(), z.object({ minimum: z.number(), maximum: z.number() })),
    }),
  ),
});

/** The dashboard's form that sends the receipt of a payment to its customer again. */
export const resendReceiptForm = {
  method: "POST",
  path: "/transactions/{transaction_id}/receipt",
  scopes: ["svc-transactions-retrieve"],
  limit: { ...perMinute(10), failing: "closed" },
  params: transactionParams,
  success: ok(z.object({ recipient: z.string() })),
} as const;

/** The dashboard form in which an operator enters the bank's decision about a chargeback. */
export const decideChargebackForm = {
  method: "POST",
  path: "/dashboard/operator/chargeback",
  limit: perMinute(60),
  body: z.object({ transaction_id: transactionId(), outcome: oneOf(["won", "lost"]) }),
  success: done,
} as const;
