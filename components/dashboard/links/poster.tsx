import { Printer } from "lucide";
import { Wordmark } from "@/components/ui/brand/mark";
import { Icon } from "@/components/ui/icon";
import { PrintButton } from "@/components/ui/print-button";
import type { LinkRecord } from "@/lib/payment-links/contract";
import { priceOf } from "./link-record";
import styles from "./poster.module.css";

/** A page to print and put up: the payer scans the code. */
export function Poster({ link, merchant, back }: { link: LinkRecord; merchant: string; back: string }) {
  return (
    <>
      <header className={styles.controls}>
        <a href={back}>Back to the link</a>
        <PrintButton>
          <Icon of={Printer} />
          Print
        </PrintButton>
      </header>
      <main className={styles.poster}>
        <p className={styles.merchant}>{merchant}</p>
        <h1>{link.title}</h1>
        <p className={styles.price}>{priceOf(link)}</p>
        {link.environment === "sandbox" && <p className={styles.test}>Test link: no money is taken.</p>}
        {/* biome-ignore lint/performance/noImgElement: a drawing of lines needs no optimisation */}
        <img src={link.qr_svg} width={360} height={360} alt="QR code of the payment link" />
        <p className={styles.how}>Scan the code with your phone’s camera and pay by card.</p>
        <p className={styles.address}>{link.url.replace(/^https?:\/\//, "")}</p>
        <p className={styles.secured}>
          Secured by <Wordmark quiet />
        </p>
      </main>
    </>
  );
}
