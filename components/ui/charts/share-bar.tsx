import styles from "./charts.module.css";
import type { Look } from "./legend";
import { percentOf } from "./scale";

type Props = { value: number; of: number; look: Look /** Where a limit stands, as a part of `of`. */; mark?: number };

/** A horizontal bar. The text beside it says the same, so screen readers skip it. */
export const ShareBar = ({ value, of, look, mark }: Props) => (
  <svg className={styles.share} aria-hidden="true">
    <rect width="100%" height="100%" rx="4" className={styles.track} />
    {value > 0 && (
      <rect width={percentOf(value, of)} height="100%" rx="4" className={styles.segment} data-look={look} />
    )}
    {mark !== undefined && <rect x={percentOf(mark, of)} width="2" y="-4" className={styles.mark} />}
  </svg>
);
