"use client";

import { CardList, CodeToTry } from "./card-list";
import { ClockControls } from "./clock-controls";
import type { DrawerProps } from "./sandbox-drawer";
import { SimulationControls } from "./simulation-controls";

export default function DrawerContent({ token, session, form, today, isForm, simulation, cards }: DrawerProps) {
  return (
    <>
      {session.view.state !== "finalised" && <ClockControls token={token} session={session} />}
      {isForm && (form.asked.storedCard ? <CodeToTry form={form} /> : <CardList {...{ cards, form, today }} />)}
      <SimulationControls token={token} given={simulation} />
    </>
  );
}
