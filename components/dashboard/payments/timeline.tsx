import { Badge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/moment";
import styles from "./timeline.module.css";

export type Happening = {
  at: string;
  text: string;
  deliveries: readonly { endpoint: string; id: string; host: string; result: string; isFailing: boolean }[];
};

/** The history of a payment, in order of time. */
export function Timeline({ mode, happenings }: { mode: string; happenings: readonly Happening[] }) {
  return (
    <ol className={styles.timeline} data-testid="timeline">
      {happenings.map(({ at, text, deliveries }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only appended, so the index identifies a line
        <li key={index}>
          <span className={styles.moment}>
            <Moment at={at} />
          </span>
          <div>
            {text}
            {deliveries.length > 0 && (
              <ul>
                {deliveries.map(({ endpoint, id, host, result, isFailing }) => (
                  <li key={id}>
                    <a href={`/dashboard/${mode}/webhooks/${endpoint}/deliveries/${id}`}>{host}</a>{" "}
                    <Badge tone={isFailing ? "danger" : "neutral"}>{result}</Badge>
                  </li>
                ))}
              </ul>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
