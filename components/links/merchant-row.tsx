import header from "@/components/checkout/header.module.css";
import type { MerchantView } from "@/lib/checkout/page/view-contract";

/** The merchant's picture and name, as on the checkout. */
export function MerchantRow({ merchant: { name, picture } }: { merchant: MerchantView }) {
  return (
    <div className={header.merchant}>
      {picture ? (
        // biome-ignore lint/performance/noImgElement: our pictures are already optimised, and next/image would add script
        <img className={header.tile} src={picture} width={44} height={44} alt="" />
      ) : (
        <span className={header.tile} aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
      )}
      <p className={header.name}>{name}</p>
    </div>
  );
}
