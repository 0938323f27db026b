import styles from "./charts.module.css";
import { axisNumber, percentOf, type Scale } from "./scale";

/** The grid of a plot with a label at each line. Coordinates are percentages, so a chart needs no measuring. */
export function Grid({ scale: { top, ticks } }: { scale: Scale }) {
  return ticks.map((tick) => {
    const y = percentOf(top - tick, top);
    return (
      <g key={tick}>
        <line x1="0" x2="100%" y1={y} y2={y} className={tick === 0 ? styles.zero : styles.grid} />
        <text x="-10" y={y} dy="0.32em" textAnchor="end">
          {axisNumber(tick)}
        </text>
      </g>
    );
  });
}

type LabelsProps = {
  /** Null for a step without a label. */
  labels: readonly (string | null)[];
  /** Whether a label stands below the middle of its step, as for bars, or below the point of its value. */
  at: "middle" | "point";
};

/** The labels below a plot. The first one begins at the plot's edge and the last one ends there. */
export function Labels({ labels, at }: LabelsProps) {
  const last = labels.length - 1;
  const shown = labels.flatMap((label, index) => (label ? [{ label, index }] : []));
  const middle = shown[Math.round((shown.length - 1) / 2)]?.index;
  return shown.map(({ label, index }) => {
    const isEdge = index === 0 || index === last;
    const x = at === "point" ? percentOf(index, last) : percentOf(index + 0.5, labels.length);
    return (
      <text
        key={index}
        x={index === 0 ? 0 : index === last ? "100%" : x}
        y="100%"
        dy="20"
        textAnchor={index === 0 ? "start" : index === last ? "end" : "middle"}
        className={isEdge || index === middle ? undefined : styles.spare}
      >
        {label}
      </text>
    );
  });
}
