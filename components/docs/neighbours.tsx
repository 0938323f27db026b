import styles from "./neighbours.module.css";

export type Neighbour = { address: string; title: string };
type Props = { previous: Neighbour | undefined; next: Neighbour | undefined };

/** Links to the pages before and after a page, in reading order. */
export function Neighbours({ previous, next }: Props) {
  if (!previous && !next) return null;
  return (
    <nav aria-label="Previous and next page" className={styles.neighbours}>
      {previous && (
        <a href={previous.address}>
          <span>Previous</span> {previous.title}
        </a>
      )}
      {next && (
        <a href={next.address} className={styles.next}>
          <span>Next</span> {next.title}
        </a>
      )}
    </nav>
  );
}
