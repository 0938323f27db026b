import { ChevronRight, CircleX, Code, type IconNode, KeyRound, Lock, TriangleAlert, Undo2, Webhook } from "lucide";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import tabs from "@/components/ui/sections/tabs.module.css";
import type { Concern } from "@/lib/dashboard/views/concerns";
import type { OverviewView } from "@/lib/dashboard/views/overview";
import styles from "./needs-attention.module.css";

const icons: Readonly<Record<Concern["kind"], IconNode>> = {
  webhook: Webhook,
  chargeback: TriangleAlert,
  key: KeyRound,
  withdrawal: Undo2,
  refund: CircleX,
  debt: TriangleAlert,
  request: Code,
  password: Lock,
};

/** Problems of these kinds are losses already; the others are warnings. */
const lost: readonly Concern["kind"][] = ["webhook", "refund", "debt"];

type Props = Pick<OverviewView, "concerns" | "onItsWay"> & { mode: string };

/** Matters that the merchant should look at, each one a link. */
export function NeedsAttention({ mode, concerns, onItsWay }: Props) {
  return (
    <Card
      title="Needs attention"
      isFlush
      action={concerns.length > 0 && <span className={tabs.count}>{concerns.length}</span>}
    >
      <div className={styles.content}>
        {concerns.length === 0 && <p className={styles.nothing}>Nothing needs your attention.</p>}
        <ul className={styles.concerns}>
          {concerns.map(({ kind, title, text, href }) => (
            <li key={title + text}>
              <a href={href} data-tone={lost.includes(kind) ? "danger" : "warning"}>
                <Icon of={icons[kind]} />
                <span className={styles.words}>
                  <strong>{title}</strong>
                  <span>{text}</span>
                </span>
                <Icon of={ChevronRight} />
              </a>
            </li>
          ))}
        </ul>
        {onItsWay && (
          <a href={`/dashboard/${mode}/withdrawals/${onItsWay.id}`} className={styles.foot}>
            Withdrawal of {onItsWay.amount} is on its way
          </a>
        )}
      </div>
    </Card>
  );
}
