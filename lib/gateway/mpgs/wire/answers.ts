import * as z from "zod/mini";
import type { Authentication } from "@/lib/gateway/port";
import { type Minor, parseMinor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";

/** The gateway's answers. Fields that the code does not need are left out, and a field of another type is absent. */

const text = z.catch(z.optional(z.string()), undefined);
/** The shortest text of a parsed number equals the number that was sent, up to 15 digits. */
const amount = z.catch(
  z.optional(
    z.pipe(
      z.union([z.number(), z.string()]),
      z.transform((value) => parseMinor(String(value)) ?? undefined),
    ),
  ),
  undefined,
);
const part = <Shape extends z.core.$ZodShape>(shape: Shape) => z.catch(z.optional(z.object(shape)), undefined);

const authentication = part({
  redirect: part({
    html: text,
    customizedHtml: part({ "3ds2": part({ methodUrl: text, methodPostData: text, acsUrl: text, cReq: text }) }),
  }),
  "3ds": part({ acsEci: text }),
  "3ds2": part({ transactionStatus: text, dsTransactionId: text }),
});

const orderShape = {
  id: text,
  status: text,
  amount,
  currency: text,
  totalCapturedAmount: amount,
  totalRefundedAmount: amount,
  chargeback: part({ amount }),
};

/** What the gateway answers about one transaction, at once and later. */
const record = z.object({
  result: text,
  timeOfRecord: text,
  order: part(orderShape),
  transaction: part({
    id: text,
    type: text,
    amount,
    currency: text,
    receipt: text,
    authorizationCode: text,
    authenticationStatus: text,
    targetTransactionId: text,
  }),
  response: part({
    gatewayCode: text,
    acquirerCode: text,
    gatewayRecommendation: text,
    cardholderVerification: part({ avs: part({ gatewayCode: text }) }),
  }),
  authentication,
});
export type GatewayRecord = z.output<typeof record>;

const order = z.object({ ...orderShape, transaction: z.catch(z.array(record), []) });
export type GatewayOrder = z.output<typeof order>;

export const readRecord = (body: unknown): GatewayRecord | null => record.safeParse(body).data ?? null;
export const readOrder = (body: unknown): GatewayOrder | null => order.safeParse(body).data ?? null;

const session = z.object({ session: z.object({ id: z.string(), updateStatus: text }) });
export const readGatewaySession = (body: unknown) => session.safeParse(body).data?.session ?? null;

const information = z.object({ status: z.literal("OPERATING") });
export const isOperating = (body: unknown): boolean => information.safeParse(body).success;

const failure = z.object({ result: z.literal("ERROR"), error: part({ cause: text }) });
/** The cause of an error, or null for an answer without an error. */
export function causeOf(body: unknown): string | null {
  const read = failure.safeParse(body).data;
  return read ? (read.error?.cause ?? "") : null;
}

const options = z.object({
  supportedPaymentOperations: z.catch(z.array(part({ supportedPaymentOperation: text })), []),
  paymentTypes: part({ card: part({ currencies: z.catch(z.array(part({ currency: text })), []) }) }),
});

/** What a merchant account may do. Lists are empty if the gateway does not say. */
export function readOptions(body: unknown): { operations: string[]; currencies: string[] } {
  const read = options.safeParse(body).data;
  return {
    operations: read?.supportedPaymentOperations.flatMap((one) => one?.supportedPaymentOperation ?? []) ?? [],
    currencies: read?.paymentTypes?.card?.currencies.flatMap((one) => one?.currency ?? []) ?? [],
  };
}

export type AskedTransaction = { orderId: string; transactionId: string; amount: Minor; currency: Currency };

/** Whether a record is about the transaction that we asked for. */
export const isAbout = (
  { order, transaction }: GatewayRecord,
  asked: Pick<AskedTransaction, "orderId" | "transactionId">,
): boolean => order?.id === asked.orderId && transaction?.id === asked.transactionId;

export const isSameMoney = (
  found: { amount?: Minor | undefined; currency?: string | undefined } | undefined,
  asked: Pick<AskedTransaction, "amount" | "currency">,
): boolean => found?.amount === asked.amount && found.currency === asked.currency;

/** The result of 3DS in an answer of the gateway. */
export function authenticationIn({ authentication }: GatewayRecord): Authentication {
  const { "3ds": first, "3ds2": second } = authentication ?? {};
  return {
    status: bounded(second?.transactionStatus, 1),
    eci: bounded(first?.acsEci, 2),
    dsTransactionId: bounded(second?.dsTransactionId, 36),
    bankMessage: null,
    isConfirmed: true,
  };
}

const bounded = (value: string | undefined, lengthMax: number): string | null =>
  value && value.length <= lengthMax ? value : null;
