import styles from "./skeleton.module.css";

export type SkeletonShape = "overview" | "list" | "detail" | "cards";

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => <Row key={String(index)} />);

/** One line of a table: text, badge, text, text. */
const Row = () => (
  <div className={styles.row}>
    <span />
    <span />
    <span />
    <span />
  </div>
);

/** The outlines of a page that is loading: grey bars in the page's shape. They do not move. */
export function Skeleton({ shape }: { shape: SkeletonShape }) {
  return (
    <div className={styles.skeleton} data-shape={shape} data-testid="skeleton" aria-hidden="true">
      <span className={styles.title} />
      {shape === "list" && <span className={styles.filters} />}
      {shape === "overview" && <div className={styles.tiles}>{rowsOf(1)}</div>}
      {(shape === "overview" || shape === "detail") && (
        <div className={styles.columns}>
          <div className={styles.card}>{rowsOf(5)}</div>
          <div className={`${styles.card} ${styles.side}`}>{rowsOf(3)}</div>
        </div>
      )}
      {shape === "cards" && <div className={styles.card}>{rowsOf(3)}</div>}
      {shape !== "detail" && <div className={styles.card}>{rowsOf(shape === "list" ? 10 : 5)}</div>}
    </div>
  );
}
