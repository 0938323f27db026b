import type { IconNode } from "lucide";
import styles from "./icon.module.css";

/**
 * An icon of lucide next to text, for example `<Icon of={Lock} />`. Screen readers skip it. Its size is that of the
 * class of the caller, or 16 px.
 */
export function Icon({ of, size = 16 }: { of: IconNode; size?: 14 | 16 | 18 | 20 | 28 }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={styles.icon}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {of.map(([Tag, attributes], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes of an icon never change
        <Tag key={index} {...attributes} />
      ))}
    </svg>
  );
}
