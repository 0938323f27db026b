import styles from "./charts.module.css";

/** Positions in a drawing of 100 × 100 that is stretched to its place. */
const size = 100;

type Point = { x: number; y: number };

/** A point per value. Values lie between `bottom` and `top`; `length` steps fill the width. */
export function pointsOf(
  values: readonly (number | null)[],
  { bottom, top, length = values.length }: { bottom: number; top: number; length?: number },
): Point[] {
  return values.flatMap((value, index) => {
    if (value === null) return [];
    const share = top === bottom ? 0 : (Math.max(bottom, value) - bottom) / (top - bottom);
    return [{ x: round((index / Math.max(1, length - 1)) * size), y: round((1 - share) * size) }];
  });
}

const round = (value: number): number => Math.round(value * 100) / 100;

const pathOf = (points: readonly Point[]): string => points.map(({ x, y }) => `${x},${y}`).join(" ");

type Props = {
  points: readonly Point[];
  look: "main" | "quiet" | "dotted";
  hasArea?: boolean;
  hasDot?: boolean;
};

/** A line in the drawing around it, whose stroke has the same width at every size. */
export function Line({ points, look, hasArea, hasDot }: Props) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${size} ${size}`}
        preserveAspectRatio="none"
        width="100%"
        height="100%"
        className={styles.lines}
      >
        {hasArea && (
          <polygon points={`${first.x},${size} ${pathOf(points)} ${last.x},${size}`} className={styles.area} />
        )}
        <polyline points={pathOf(points)} className={styles.line} data-look={look} vectorEffect="non-scaling-stroke" />
      </svg>
      {hasDot && <circle cx={`${last.x}%`} cy={`${last.y}%`} r="3" className={styles.dot} data-look={look} />}
    </>
  );
}
