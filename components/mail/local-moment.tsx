"use client";

import { Moment } from "@/components/ui/moment";
import { useIsScripted } from "@/components/ui/use-is-scripted";

/** A time in the reader's zone, which only the browser knows. The server writes it in UTC. */
export function LocalMoment({ at }: { at: Date }) {
  const isScripted = useIsScripted();
  return <Moment at={at} {...(isScripted && { zone: readersZone(at) })} />;
}

function readersZone(at: Date) {
  const { timeZone: id } = new Intl.DateTimeFormat().resolvedOptions();
  const parts = new Intl.DateTimeFormat("en-GB", { timeZoneName: "short" }).formatToParts(new Date(at));
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? id;
  return { id, name, offset: name };
}
