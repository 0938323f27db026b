"use client";

import { Lock } from "lucide";
import { usePathname } from "next/navigation";
import { Icon } from "@/components/ui/icon";
import { Unseen } from "@/components/ui/unseen";
import type { Frame } from "@/lib/dashboard/views/frame";
import styles from "./navigation.module.css";
import { pageIcons } from "./page-icons";

/** The page of the menu that an address belongs to. Payers have no list: they are found in the transactions. */
const menuPageOf = (path: string): string => {
  const [, , , page = ""] = path.split("/");
  return page === "payers" ? "transactions" : page;
};

/** The menu of the dashboard. The page that is open is marked. */
export function NavLinks({ mode, menu }: Pick<Frame, "mode" | "menu">) {
  const here = menuPageOf(usePathname());
  return (
    <nav aria-label="Dashboard" className={styles.nav}>
      {menu.map(({ section, items }) => (
        <div key={section}>
          {section && <p className={styles.section}>{section}</p>}
          <ul>
            {items.map(({ path, label, count }) => (
              <li key={path}>
                <a href={`/dashboard/${mode}${path && `/${path}`}`} aria-current={path === here ? "page" : undefined}>
                  {pageIcons[path] && <Icon of={pageIcons[path]} />}
                  {label}
                  {count > 0 && (
                    <span className={styles.count}>
                      {count}
                      <Unseen> {count === 1 ? "needs" : "need"} attention</Unseen>
                    </span>
                  )}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

type ModeProps = { mode: string; isApproved: boolean; liveMenuId: string; label: string };

/**
 * Links to the same page in test and live mode. For an object's page, they lead to the list of such objects. Until the
 * account is approved, Live opens the menu `liveMenuId`, which names the open steps.
 */
export function ModeSwitch({ mode, isApproved, liveMenuId, label }: ModeProps) {
  const page = menuPageOf(usePathname());
  const hrefIn = (other: string) => `/dashboard/${other}${page && `/${page}`}`;
  return (
    <nav aria-label={label} className={styles.modes}>
      <a href={hrefIn("test")} aria-current={mode === "test" ? "true" : undefined} className={styles.test}>
        Test
      </a>
      {isApproved ? (
        <a href={hrefIn("live")} aria-current={mode === "live" ? "true" : undefined} className={styles.live}>
          Live
        </a>
      ) : (
        <button
          type="button"
          popoverTarget={liveMenuId}
          aria-current={mode === "live" ? "true" : undefined}
          className={styles.live}
        >
          <Icon of={Lock} size={14} />
          Live
        </button>
      )}
    </nav>
  );
}
