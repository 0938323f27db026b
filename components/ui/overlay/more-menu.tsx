import { Ellipsis } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import menu from "./menu.module.css";
import styles from "./more-menu.module.css";
import popover from "./popover.module.css";

/** The rarer actions of a page, behind a button. Each child is one link or form. It works without JavaScript. */
export function MoreMenu({ children }: { children: ReactNode }) {
  return (
    <details className={styles.more} name="more">
      <summary aria-label="More actions">
        <Icon of={Ellipsis} />
      </summary>
      <div className={`${popover.popover} ${styles.menu} ${menu.entries}`}>{children}</div>
    </details>
  );
}
