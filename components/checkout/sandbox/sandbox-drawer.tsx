"use client";

import { ChevronDown, FlaskConical } from "lucide";
import { lazy, Suspense, useState } from "react";
import { Icon } from "@/components/ui/icon";
import type { DrawerProps } from "./drawer-content";
import styles from "./sandbox.module.css";

/** Loaded when the drawer is opened, so that customers of live payments never download it. */
const DrawerContent = lazy(() => import("./drawer-content"));

/** A drawer with test controls below the form of a sandbox session. English only, like the docs. */
export function SandboxDrawer(props: DrawerProps) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <aside className={styles.place} aria-label="Sandbox" lang="en">
      <details className={styles.drawer} data-testid="sandbox-drawer" onToggle={() => setWasOpened(true)}>
        <summary>
          <Icon of={FlaskConical} size={20} />
          Sandbox controls
          <Icon of={ChevronDown} size={20} />
        </summary>
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
