import type { MerchantView } from "@/lib/checkout/page/view-contract";
import styles from "./header.module.css";

/** The merchant's picture, or the first letter of its name. */
export function MerchantTile({ merchant: { name, picture } }: { merchant: MerchantView }) {
  if (picture) {
    // biome-ignore lint/performance/noImgElement: our pictures are already optimised, and next/image would add script
    return <img className={styles.tile} src={picture} width={44} height={44} alt="" />;
  }
  return (
    <span className={styles.tile} aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
