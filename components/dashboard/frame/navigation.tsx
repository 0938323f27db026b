"use client";

import { usePathname } from "next/navigation";
import styles from "./shell.module.css";

export type Menu = readonly { section: string; items: readonly { path: string; label: string }[] }[];

export function NavLinks({ mode, menu, label }: { mode: string; menu: Menu; label: string }) {
  const [, , , here = ""] = usePathname().split("/");
  return (
    <nav aria-label={label} className={styles.nav}>
      {menu.map(({ section, items }) => (
        <div key={section}>
          <p className={styles.section}>{section}</p>
          <ul>
            {items.map(({ path, label }) => (
              <li key={path}>
                <a href={`/dashboard/${mode}${path && `/${path}`}`} aria-current={path === here ? "page" : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Links to the same page in test and live mode. For an object's page, they lead to the list of such objects. */
export function ModeSwitch({ mode, canGoLive }: { mode: string; canGoLive: boolean }) {
  const [, , , page = ""] = usePathname().split("/");
  const hrefIn = (other: string) => `/dashboard/${other}${page && `/${page}`}`;
  return (
    <nav aria-label="Test or live" className={styles.modes}>
      <a href={hrefIn("test")} aria-current={mode === "test" ? "true" : undefined}>
        Test
      </a>
      {canGoLive ? (
        <a href={hrefIn("live")} aria-current={mode === "live" ? "true" : undefined}>
          Live
        </a>
      ) : (
        <span title="This account is confined to test.">Live</span>
      )}
    </nav>
  );
}
