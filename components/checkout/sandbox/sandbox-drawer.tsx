"use client";

import type { Month } from "@/lib/checkout/card-fields";
import type { Simulation } from "@/lib/reference/simulation";
import type { PayFormControl } from "../form/use-pay-form";
import type { Session } from "../session/use-session";
import { CardList, type CardToTry } from "./card-list";
import { ClockControls } from "./clock-controls";
import styles from "./sandbox.module.css";
import { SimulationControls } from "./simulation-controls";

type Props = {
  token: string;
  session: Session;
  form: PayFormControl;
  today: Month;
  isForm: boolean;
  simulation: Simulation;
  cards: CardToTry[];
};

/** For whoever tests the page, beside the real page. In English, as the docs are. */
export function SandboxDrawer({ token, session, form, today, isForm, simulation, cards }: Props) {
  return (
    <aside className={styles.place} aria-label="Sandbox" lang="en">
      <details className={styles.drawer} data-testid="sandbox-drawer">
        <summary>Sandbox controls</summary>
        <div className={styles.content}>
          {session.view.state !== "finalised" && <ClockControls token={token} session={session} />}
          {isForm && <CardList cards={cards} form={form} today={today} />}
          <SimulationControls token={token} given={simulation} />
        </div>
      </details>
    </aside>
  );
}
