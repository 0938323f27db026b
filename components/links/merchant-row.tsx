import header from "@/components/checkout/header.module.css";
import { MerchantTile } from "@/components/checkout/merchant-tile";
import type { MerchantView } from "@/lib/checkout/page/view-contract";

/** The merchant's picture and name, as on the checkout. */
export const MerchantRow = ({ merchant }: { merchant: MerchantView }) => (
  <div className={header.merchant}>
    <MerchantTile merchant={merchant} />
    <p className={header.name}>{merchant.name}</p>
  </div>
);
