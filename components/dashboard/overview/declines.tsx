import { ArrowRight } from "lucide";
import { Card } from "@/components/ui/card";
import { ShareBar } from "@/components/ui/charts/share-bar";
import { Icon } from "@/components/ui/icon";
import type { Figures } from "@/lib/dashboard/views/overview-figures";
import styles from "./declines.module.css";

/** Why payments of the last 30 days were declined. Each reason links to its payments. */
export function Declines({ declines: { total, href, reasons } }: Pick<Figures, "declines">) {
  return (
    <Card
      title="Why payments were declined"
      note={total > 0 ? `${total.toLocaleString("en")}, last 30 days` : "last 30 days"}
      action={
        total > 0 && (
          <a href={href} aria-label="See all declined payments">
            See them
            <Icon of={ArrowRight} />
          </a>
        )
      }
    >
      {total === 0 && <p className={styles.nothing}>No payment was declined in these 30 days.</p>}
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={reason.title}>
            <a href={reason.href}>
              <span>{reason.title}</span>
              <b>{reason.count.toLocaleString("en")}</b>
              <span className={styles.share}>{Math.round((reason.count / total) * 100)}%</span>
              <span className={styles.bar}>
                <ShareBar value={reason.count} of={total} look="danger" />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
