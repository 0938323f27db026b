import { ChevronDown } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "../icon";
import styles from "./disclosure.module.css";

type Props = { summary: ReactNode; isOpen?: boolean; className?: string | undefined; children: ReactNode };

/** Unfolds a part of a page. The checkout's folds look alike; menus and filters open over the page instead. */
export function Disclosure({ summary, isOpen = false, className = "", children }: Props) {
  return (
    <details className={`${styles.disclosure} ${className}`} open={isOpen}>
      <summary>
        {summary}
        <Icon of={ChevronDown} size={20} />
      </summary>
      {children}
    </details>
  );
}
