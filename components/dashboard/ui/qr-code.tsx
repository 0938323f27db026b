import { encode } from "uqr";
import styles from "@/components/dashboard/account/security.module.css";

/** Always dark on light, with the quiet zone that cameras need. */
const marginCells = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: marginCells });
  const cells = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={cells.join("")} fill="#000000" />
    </svg>
  );
}
