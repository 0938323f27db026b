"use client";

import { useCallback, useEffect, useState } from "react";
import { statesFile } from "@/lib/reference/fixed-files";
import type { Language } from "@/lib/reference/languages";
import type { PlaceLabels } from "./place-labels";

export type State = { code: string; name: string };
/** The labels of a country are unknown until its states are loaded. */
export type StateList = {
  states: readonly State[];
  labels: Partial<PlaceLabels>;
  status: "ready" | "loading" | "failed";
};
/** The content of a country's file, which the build writes. */
export type StatesFile = { states: readonly State[]; labels: Record<Language, PlaceLabels> };

type First = { country: string; states: readonly State[]; labels: PlaceLabels };

const none = { states: [], labels: {} };

/** The states or provinces of a billing country. The page contains those of the initial country and loads others. */
export function useStates(country: string, language: Language, first: First) {
  const [lists, setLists] = useState<Record<string, StateList>>({
    "": { ...none, status: "ready" },
    [first.country]: { ...first, status: "ready" },
  });
  const list = lists[country];
  const isKnown = list !== undefined;
  const note = useCallback((noted: StateList) => setLists((all) => ({ ...all, [country]: noted })), [country]);

  useEffect(() => {
    if (isKnown) return;
    const leaving = new AbortController();
    loadStates(country, leaving.signal)
      .then(({ states, labels }) => note({ states, labels: labels[language], status: "ready" }))
      .catch(() => leaving.signal.aborted || note({ ...none, status: "failed" }));
    return () => leaving.abort();
  }, [country, language, isKnown, note]);

  const tryAgain = () =>
    setLists((all) => Object.fromEntries(Object.entries(all).filter(([code]) => code !== country)));
  return { list: list ?? { ...none, status: "loading" as const }, tryAgain };
}

async function loadStates(country: string, signal: AbortSignal): Promise<StatesFile> {
  const response = await fetch(statesFile(country), { signal, credentials: "omit" });
  if (!response.ok) throw new Error(`The states of ${country} could not be loaded.`);
  return response.json();
}
