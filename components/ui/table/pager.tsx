import { ChevronLeft, ChevronRight } from "lucide";
import type { ReactNode } from "react";
import buttons from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import styles from "./pager.module.css";

export type PagerProps = {
  links: { prev: string | null; next: string | null };
  /** The positions of the first and the last row of this page. */
  from: number;
  to: number;
  total: number;
  /** There are more rows than `total`, which was counted up to a limit. */
  isMore?: boolean;
};

/** The number of rows in words, such as "214 payments". */
export const countOf = ({ total, isMore }: PagerProps, thing: string): string =>
  `${total.toLocaleString("en")}${isMore ? "+" : ""} ${thing}${total === 1 ? "" : "s"}`;

/** The foot of a list: "1–12 of 214", Previous and Next. */
export function Pager({ links, from, to, total, isMore }: PagerProps) {
  if (total === 0) return null;
  return (
    <nav aria-label="Pages" className={styles.pager}>
      <span>
        {from.toLocaleString("en")}–{to.toLocaleString("en")} of {total.toLocaleString("en")}
        {isMore && "+"}
      </span>
      {(links.prev || links.next) && (
        <span className={styles.links}>
          <Step href={links.prev}>
            <Icon of={ChevronLeft} />
            Previous
          </Step>
          <Step href={links.next}>
            Next
            <Icon of={ChevronRight} />
          </Step>
        </span>
      )}
    </nav>
  );
}

function Step({ href, children }: { href: string | null; children: ReactNode }) {
  const look = `${buttons.secondary} ${buttons.small} ${styles.step}`;
  return href ? (
    <a href={href} className={look}>
      {children}
    </a>
  ) : (
    <button type="button" disabled className={look}>
      {children}
    </button>
  );
}
