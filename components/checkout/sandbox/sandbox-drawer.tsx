"use client";

import { lazy, Suspense, useState } from "react";
import type { DrawerProps } from "./drawer-content";
import styles from "./sandbox.module.css";

/** Loaded on opening, so payers never download it. */
const DrawerContent = lazy(() => import("./drawer-content"));

/** Controls for testers next to the page. English only, like the docs. */
export function SandboxDrawer(props: DrawerProps) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <aside className={styles.place} aria-label="Sandbox" lang="en">
      <details className={styles.drawer} data-testid="sandbox-drawer" onToggle={() => setWasOpened(true)}>
        <summary>Sandbox controls</summary>
        <div className={styles.content}>
          {wasOpened && (
            <Suspense fallback="…">
              <DrawerContent {...props} />
            </Suspense>
          )}
        </div>
      </details>
    </aside>
  );
}
