import { Check, Undo2 } from "lucide";
import { CardName, Facts, Screen } from "@/components/checkout/screens/screen";
import { wordsOf } from "@/components/checkout/words/words-of";
import button from "@/components/ui/button.module.css";
import type { Receipt } from "@/lib/checkout/receipt/receipt-view";
import { formatMoment, timeZoneOf } from "@/lib/format/dates";
import { formatMoney } from "@/lib/format/money";
import { fillIn } from "@/lib/kit/text/fill-in";
import type { Language } from "@/lib/reference/languages";
import { PageFrame } from "./page-frame";
import styles from "./receipt-page.module.css";
import { linkWords } from "./words/words-of";

/** The receipt of a successful payment, to keep or print. Times are those of the merchant's country. */
export function ReceiptPage({ receipt, language }: { receipt: Receipt; language: Language }) {
  const { merchant, environment, currency, total, fee, refunded, card, link } = receipt;
  const words = linkWords[language].receipt;
  const { facts, summary } = wordsOf(language);
  const format = (amount: bigint) => formatMoney({ amount, currency, language });
  const zone = timeZoneOf(receipt.platform);
  const paid = total + fee;
  const isRefunded = refunded >= paid;
  const heading = isRefunded ? words.refundedAll : fillIn(words.heading, { merchant: merchant.name });
  return (
    <PageFrame {...{ language, merchant, environment }}>
      <Screen
        heading={heading}
        headingRef={null}
        tone={isRefunded ? "neutral" : "success"}
        icon={isRefunded ? Undo2 : Check}
        amount={format(paid)}
      >
        {link?.thanks && <p className={styles.thanks}>{link.thanks}</p>}
        <Facts
          facts={[
            [words.item, link?.sold],
            [summary.asked, fee > 0n && format(total)],
            [summary.fee, fee > 0n && format(fee)],
            [words.total, format(paid)],
            [words.refunded, refunded > 0n && format(-refunded)],
            [facts.card, card && <CardName card={card} />],
            [facts.date, formatMoment(receipt.paidAt, "long", zone, language)],
            [words.order, receipt.orderId !== receipt.transactionId && receipt.orderId],
            [facts.reference, receipt.reference],
            [words.paymentId, receipt.transactionId],
          ]}
        />
        <div className={styles.print} data-print hidden>
          <button type="button" className={`${button.secondary} ${button.large}`}>
            {words.print}
          </button>
        </div>
        <p className={styles.until}>
          {fillIn(words.until, { date: formatMoment(receipt.availableUntil, "date", zone, language) })}
        </p>
      </Screen>
    </PageFrame>
  );
}
