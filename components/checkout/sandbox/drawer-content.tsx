"use client";

import { CardList } from "./card-list";
import { ClockControls } from "./clock-controls";
import type { DrawerProps } from "./sandbox-drawer";
import { SimulationControls } from "./simulation-controls";

export default function DrawerContent({ token, session, form, today, isForm, simulation, cards }: DrawerProps) {
  return (
    <>
      {session.view.state !== "finalised" && <ClockControls token={token} session={session} />}
      {isForm && <CardList cards={cards} form={form} today={today} />}
      <SimulationControls token={token} given={simulation} />
    </>
  );
}
