"use client";

import { useCallback, useEffect, useState } from "react";

export type State = { code: string; name: string };
export type StateList = { states: State[]; status: "ready" | "loading" | "failed" };

/** The states or provinces of a billing country. The page contains those of the initial country and fetches others. */
export function useStates(country: string, first: { country: string; states: State[] }) {
  const [lists, setLists] = useState<Record<string, StateList>>({
    "": { states: [], status: "ready" },
    [first.country]: { states: first.states, status: "ready" },
  });
  const list = lists[country];
  const isKnown = list !== undefined;
  const note = useCallback((noted: StateList) => setLists((all) => ({ ...all, [country]: noted })), [country]);

  useEffect(() => {
    if (isKnown) return;
    const leaving = new AbortController();
    fetchStates(country, leaving.signal)
      .then((states) => note({ states, status: "ready" }))
      .catch(() => leaving.signal.aborted || note({ states: [], status: "failed" }));
    return () => leaving.abort();
  }, [country, isKnown, note]);

  const tryAgain = () =>
    setLists((all) => Object.fromEntries(Object.entries(all).filter(([code]) => code !== country)));
  return { list: list ?? { states: [], status: "loading" as const }, tryAgain };
}

async function fetchStates(country: string, signal: AbortSignal): Promise<State[]> {
  const address = `/plugins/get/states?country_code=${encodeURIComponent(country)}`;
  const response = await fetch(address, { signal, credentials: "omit" });
  if (!response.ok) throw new Error(`The states of ${country} were not given.`);
  const names = (await response.json()) as Record<string, string>;
  return Object.entries(names).map(([code, name]) => ({ code, name }));
}
