import type { AnswerOf } from "@/lib/http/message/endpoint";
import { eventNames } from "@/lib/reference/events";
import { approvedCode } from "@/lib/reference/response-codes";
import type { WithdrawalStatus } from "@/lib/reference/stored-values";
import type { retrieveTransactionEndpoint } from "@/lib/transactions/contract";
import { computeFees } from "@/lib/transactions/fees";
import { toTransactionRecord } from "@/lib/transactions/record";
import { statusOfCode } from "@/lib/transactions/result";
import * as statuses from "@/lib/withdrawals/status";

/** Records as the product writes them, so that amounts, statuses and messages of the examples belong together. */

export const exampleTransactionId = "SB-01M7HCE82374AY285DHXKB6Y7K";
export const exampleEventId = "evt_01M7HCE82374AY285DHXKB6Y7K";
const at = new Date("2026-11-16T14:05:00Z");
const order = { platform: "TT", currency: "TTD", total: 119_569n, feeStructure: "customer_pay" } as const;
const { customerFee, merchantFee, customerTotal } = computeFees(order);

type Row = Parameters<typeof toTransactionRecord>[0];
type TransactionExample = AnswerOf<typeof retrieveTransactionEndpoint>["data"];

const transaction = (code: string | null, change: Partial<Row> = {}): TransactionExample =>
  toTransactionRecord({
    ...{
      ...order,
      customerFee,
      merchantFee,
      transactionId: exampleTransactionId,
      code,
      status: code === null ? null : statusOfCode(code),
    },
    ...{ orderId: "MP-10482", origin: "my-shop", environment: "sandbox", method: "credit_card_co" },
    ...{
      purpose: "payment",
      data: null,
      ending: null,
      paymentLinkId: null,
      quantity: null,
      reference: "K7M4XP",
      acceptedAt: at,
      createdCard: null,
    },
    ...{ firstName: "Ada", lastName: "Baptiste", email: "customer@example.com", phone: "+18685550123" },
    ...{ address1: null, address2: null, city: null, region: null, zipcode: null, country: null },
    ...{ card: code === null ? null : "XXXXXXXXXXXX1111", cardNetwork: code === null ? null : "visa", cardType: null },
    ...{ refunds: [], refunded: 0n, chargeback: null, fraudConfirmedAt: null, avs: false, attempts: [] },
    ...change,
  });

const withRefund = (status: Row["refunds"][number]["status"]): TransactionExample =>
  transaction(approvedCode, {
    refunds: [{ id: "RF-01M7HCE82374AY285DHXKB6Y7Q", status, amount: customerTotal, requestedAt: at }],
    refunded: status === "refunded" ? customerTotal : 0n,
  });

const withChargeback = (status: NonNullable<Row["chargeback"]>["status"]): TransactionExample =>
  transaction(approvedCode, { chargeback: { status, amount: customerTotal, openedAt: at } });

const { pending, processing, completed, held, released, refunded, cancelled } = statuses;
const withdrawalEvents = Object.entries({ pending, processing, completed, held, released, refunded, cancelled });

/** The records of the schemas, and of the webhook events that another record belongs to. */
export const exampleRecords: Readonly<Record<string, unknown>> = {
  Transaction: transaction(approvedCode),
  "payment.created.data.Transaction": transaction(null),
  "payment.failed.data.Transaction": transaction("51"),
  "payment.error.data.Transaction": transaction("GW"),
  "payment.refund_requested.data.Transaction": withRefund("requested"),
  "payment.refunded.data.Transaction": withRefund("refunded"),
  "payment.refund_rejected.data.Transaction": withRefund("rejected"),
  "payment.chargeback_opened.data.Transaction": withChargeback("open"),
  "payment.chargeback_won.data.Transaction": withChargeback("won"),
  "payment.chargeback_lost.data.Transaction": withChargeback("lost"),
  "payment.fraud_confirmed.data.Transaction": transaction(approvedCode, { fraudConfirmedAt: at }),
  ...Object.fromEntries(
    withdrawalEvents.flatMap(([name, status]) => [
      [`withdrawal.${name}.data.Withdrawal.status`, status],
      [
        `withdrawal.${name}.data.Withdrawal.status_description`,
        statuses.statusDescriptions[status as WithdrawalStatus],
      ],
    ]),
  ),
  "withdrawal.cancelled.data.Withdrawal.deleted_at": at.toISOString(),
  ...Object.fromEntries(eventNames.map((name) => [`${name}.id`, exampleEventId])),
};
