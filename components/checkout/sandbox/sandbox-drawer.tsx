"use client";

import { lazy, Suspense, useState } from "react";
import type { Month } from "@/lib/checkout/page/card-fields";
import type { Simulation } from "@/lib/reference/simulation";
import type { PayFormControl } from "../form/use-pay-form";
import type { Session } from "../session/use-session";
import type { CardToTry } from "./card-list";
import styles from "./sandbox.module.css";

/** Loaded when somebody opens it: payers never do. */
const DrawerContent = lazy(() => import("./drawer-content"));

export type DrawerProps = {
  token: string;
  session: Session;
  form: PayFormControl;
  today: Month;
  isForm: boolean;
  simulation: Simulation;
  cards: CardToTry[];
};

/** For whoever tests the page, beside the real page. In English, as the docs are. */
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
