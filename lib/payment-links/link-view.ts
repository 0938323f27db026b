import type { MerchantView } from "@/lib/checkout/page/view-contract";
import type { Minor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";
import type { Environment, Platform } from "@/lib/reference/platforms";
import type { LinkField, LinkState } from "@/lib/reference/stored-values";
import type { Price } from "./rules";

/** The state of a link for its payers. They can pay a busy link if the payments in progress fail. */
export type OfferState = LinkState | "busy";

/** A payment link as its page shows it to payers. */
export type LinkView = Price & {
  url: string;
  state: OfferState;
  environment: Environment;
  platform: Platform;
  currency: Currency;
  merchant: MerchantView;
  /** The accent colour that the merchant chose, or null. */
  accent: string | null;
  title: string;
  description: string | null;
  picture: string | null;
  /** What the payer pays in addition to a fixed price. Null: it depends on what the payer chooses. */
  fee: Minor | null;
  /** The most pieces that the payer can choose. Null: the payer does not choose a quantity. */
  quantityMax: number | null;
  /** The link sells more than one piece, so it is sold out rather than paid. */
  isStock: boolean;
  asks: readonly LinkField[];
};
