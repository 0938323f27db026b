import unseen from "@/components/ui/unseen.module.css";
import { formatMoney } from "@/lib/format/money";
import { MerchantTile } from "../checkout/merchant-tile";
import styles from "./pictures.module.css";

/** A picture of the poster of a payment link. Its code leads to the guide. `qrCode` is an SVG. */
export const LinkPoster = ({ merchant, qrCode }: { merchant: string; qrCode: string }) => (
  <figure className={styles.figure}>
    <div className={styles.poster} aria-hidden="true">
      <div>
        <p className={styles.seller}>
          <MerchantTile merchant={{ name: merchant, picture: null, support: null }} />
          {merchant}
        </p>
        <p className={styles.item}>Mango chow, large</p>
        <p className={styles.price}>{formatMoney({ amount: "45.00", currency: "TTD" })}</p>
        <p className={styles.hint}>Scan the code with your phone’s camera and pay by card.</p>
      </div>
      {/* biome-ignore lint/performance/noImgElement: a drawing of lines needs no optimisation */}
      <img src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`} width={196} height={196} alt="" />
    </div>
    <figcaption>
      <span className={unseen.unseen}>The poster of a payment link, with its price and QR code. </span>
      The code on this poster opens the guide to payment links.
    </figcaption>
  </figure>
);
