import { CornerDownRight } from "lucide";
import { Card } from "@/components/ui/card";
import { percentOf } from "@/components/ui/charts/scale";
import { Icon } from "@/components/ui/icon";
import type { Figures } from "@/lib/dashboard/views/overview-figures";
import styles from "./funnel.module.css";

/** How many payers open the page, try to pay, and pay. */
export function Funnel({ funnel }: Pick<Figures, "funnel">) {
  const { opened, tried, paid, ofHundred, ofHundredBefore } = funnel;
  const share = (part: number) => `${opened === 0 ? 0 : Math.round((part / opened) * 100)}%`;
  const [left, declined] = [opened - tried, tried - paid];
  return (
    <Card title="From page to payment" note="last 30 days">
      {ofHundred === null ? (
        <p className={styles.words}>No payments in these 30 days.</p>
      ) : (
        <>
          <ol className={styles.funnel}>
            <Step label="Opened" value={opened} of={opened} />
            <Step label="Tried to pay" value={tried} of={opened}>
              {left.toLocaleString("en")} left without trying ({share(left)})
            </Step>
            <Step label="Paid" value={paid} of={opened}>
              {declined.toLocaleString("en")} {declined === 1 ? "was" : "were"} declined ({share(declined)})
            </Step>
          </ol>
          <p className={styles.words}>
            Of 100 payers who open the page, {ofHundred} pay.
            {ofHundredBefore !== null && ` Before: ${ofHundredBefore}.`}
          </p>
        </>
      )}
    </Card>
  );
}

/** `children` says how many the step before has more. */
function Step({
  label,
  value,
  of,
  children,
}: {
  label: string;
  value: number;
  of: number;
  children?: React.ReactNode;
}) {
  return (
    <li>
      {children && (
        <p className={styles.loss}>
          <Icon of={CornerDownRight} size={14} />
          <span>{children}</span>
        </p>
      )}
      <span>{label}</span>
      <svg className={styles.bar} aria-hidden="true">
        <rect width={percentOf(value, of)} height="100%" rx="4" />
      </svg>
      <b>{value.toLocaleString("en")}</b>
    </li>
  );
}
