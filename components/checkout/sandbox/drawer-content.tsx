"use client";

import { useState } from "react";
import type { Month } from "@/lib/checkout/page/card-fields";
import type { Simulation } from "@/lib/reference/simulation";
import type { PayFormControl } from "../form/use-pay-form";
import type { Session } from "../session/use-session";
import { CardList, CodeToTry } from "./card-list";
import { ClockControls } from "./clock-controls";
import styles from "./drawer.module.css";
import type { Report } from "./report";
import { SimulationControls } from "./simulation-controls";

export type DrawerProps = {
  token: string;
  session: Session;
  form: PayFormControl;
  today: Month;
  isForm: boolean;
  simulation: Simulation;
};

export default function DrawerContent({ token, session, form, today, isForm, simulation }: DrawerProps) {
  const [reported, setReported] = useState("");
  const report: Report = (effect) => setReported(effect ?? "That did not work. Try again.");
  return (
    <>
      <p role="status" className={styles.reported}>
        {reported}
      </p>
      {session.view.state !== "finalised" && <ClockControls {...{ token, session, report }} />}
      {isForm &&
        (form.asked.storedCard ? <CodeToTry {...{ form, report }} /> : <CardList {...{ form, today, report }} />)}
      <SimulationControls {...{ token, report }} given={simulation} />
    </>
  );
}
