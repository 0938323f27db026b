import { now } from "@/lib/kit/clock";
import type { Minor } from "@/lib/kit/money";
import type { CardNetwork } from "@/lib/reference/card-networks";
import type { Currency } from "@/lib/reference/currencies";
import { type CustomerField, customerDetailsOf } from "@/lib/reference/customer-details";
import type { FeeStructure } from "@/lib/reference/fees";
import type { Environment, Platform } from "@/lib/reference/platforms";
import type { Purpose } from "@/lib/reference/purposes";
import type { CheckoutMethod } from "@/lib/reference/stored-values";
import { toTransactionRecord } from "@/lib/transactions/record";

type Unsure = string | null | undefined;

/** The columns of `checkout_session` that a request fills in. The other columns have defaults or are set later. */
export type NewSession = Partial<Record<CustomerField, Unsure>> & {
  id: string;
  transactionId: string;
  purpose: Purpose;
  chargedCardUuid?: Unsure;
  paymentLinkId?: Unsure;
  quantity?: number | null | undefined;
  accountNumber: string;
  environment: Environment;
  platform: Platform;
  currency: Currency;
  total: Minor;
  customerFee: Minor;
  merchantFee: Minor;
  feeStructure: FeeStructure;
  method: CheckoutMethod;
  isLegacy: boolean;
  orderId: string;
  origin: string;
  responseUrl: string;
  version?: Unsure;
  data?: Unsure;
  avs: boolean;
  cardType?: CardNetwork | null | undefined;
  /** The request carried an API key or a signature of the merchant. */
  isProven: boolean;
  /** Identifies a signed request, as PostgreSQL writes bytes. Null if the request was not signed. */
  requestDigest: string | null;
};

const standardSeconds = 180;
const avsSeconds = 300;

/**
 * The lifetime of a session in seconds. It is longer with AVS, because the page then also asks for the billing address.
 */
export const sessionSeconds = ({ avs }: { avs: boolean }): number => (avs ? avsSeconds : standardSeconds);

/** The API record of a session that is about to be opened. The insert statement sets `date` and `reference`. */
export const recordOfNew = (session: NewSession) =>
  toTransactionRecord({
    ...session,
    ...customerDetailsOf(session),
    paymentLinkId: session.paymentLinkId ?? null,
    quantity: session.quantity ?? null,
    cardType: session.cardType ?? null,
    data: session.data ?? null,
    ...{ reference: null, status: null, code: null, ending: null, card: null, cardNetwork: null, createdCard: null },
    acceptedAt: now(),
    refunds: [],
    chargeback: null,
    fraudConfirmedAt: null,
    refunded: 0n,
    attempts: [],
  });
