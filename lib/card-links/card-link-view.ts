import type { MerchantView } from "@/lib/checkout/page/view-contract";
import type { Environment } from "@/lib/reference/platforms";
import type { CardLinkState } from "@/lib/reference/stored-values";

/** A card link as its page shows it to customers. */
export type CardLinkView = {
  state: CardLinkState;
  environment: Environment;
  merchant: MerchantView;
  /** The accent colour that the merchant chose, or null. */
  accent: string | null;
};
