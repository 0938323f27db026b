"use client";

import { lazy, Suspense, useState } from "react";
import type { DrawerProps } from "./drawer-content";
import { loadDrawer } from "./load-drawer";
import styles from "./sandbox.module.css";

const DrawerContent = lazy(loadDrawer);

/** A drawer with test controls beside the payment page of a sandbox session. English only, like the docs. */
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
