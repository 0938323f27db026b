"use client";

import type { Month } from "@/lib/checkout/page/card-fields";
import type { Simulation } from "@/lib/reference/simulation";
import type { PayFormControl } from "../form/use-pay-form";
import type { Session } from "../session/use-session";
import { CardList, CodeToTry } from "./card-list";
import { ClockControls } from "./clock-controls";
import { SimulationControls } from "./simulation-controls";

export type DrawerProps = {
  token: string;
  session: Session;
  form: PayFormControl;
  today: Month;
  isForm: boolean;
  simulation: Simulation;
};

export function DrawerContent({ token, session, form, today, isForm, simulation }: DrawerProps) {
  return (
    <>
      {session.view.state !== "finalised" && <ClockControls token={token} session={session} />}
      {isForm && (form.asked.storedCard ? <CodeToTry form={form} /> : <CardList form={form} today={today} />)}
      <SimulationControls token={token} given={simulation} />
    </>
  );
}
