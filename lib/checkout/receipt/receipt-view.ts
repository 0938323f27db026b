import type { MerchantView } from "@/lib/checkout/page/view-contract";
import type { Minor } from "@/lib/kit/money";
import type { CardNetwork } from "@/lib/reference/card-networks";
import type { Environment, Platform } from "@/lib/reference/platforms";

/** A receipt as its page shows it. It contains no details of the payer except the last digits of the card. */
export type Receipt = {
  merchant: MerchantView;
  accent: string | null;
  environment: Environment;
  platform: Platform;
  transactionId: string;
  reference: string | null;
  orderId: string;
  currency: string;
  total: Minor;
  fee: Minor;
  refunded: Minor;
  paidAt: Date;
  availableUntil: Date;
  card: { network: CardNetwork; last4: string } | null;
  /** The payment link that was paid, or null. */
  link: { sold: string; thanks: string | null } | null;
};
