"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { type Answer, postJson, readState } from "./session-api";

/** The session as last heard of. `heardAt` is on the browser's own steady clock. */
export type Heard = { view: SessionView; heardAt: number; isOffline: boolean };

export type Session = ReturnType<typeof useSession>;

/** `outdated`: an action was decided while the question was under way. */
export type StateAnswer = Answer | { kind: "outdated" };

/** Holds the one view of the session, and everything that may replace it. */
export function useSession(token: string, opened: SessionView) {
  const base = `/checkout/${token}`;
  const [heard, setHeard] = useState<Heard>({ view: opened, heardAt: 0, isOffline: false });
  const wasLost = useRef(false);
  const poll = useRef<{ leaving: AbortController; answer: Promise<StateAnswer> } | null>(null);

  const take = useCallback((answer: Answer) => {
    if (answer.kind === "view") setHeard({ view: answer.view, heardAt: performance.now(), isOffline: false });
    else if (answer.kind === "lost") setHeard((last) => ({ ...last, isOffline: true }));
    else if (answer.kind === "refused" && answer.status === 404) location.reload();
  }, []);

  /** One question at a time: callers that ask while one is under way share its answer. */
  const ask = useCallback((): Promise<StateAnswer> => {
    if (poll.current) return poll.current.answer;
    const leaving = new AbortController();
    const answer = readState(base, leaving.signal).then((heardNow): StateAnswer => {
      if (leaving.signal.aborted) return { kind: "outdated" };
      poll.current = null;
      wasLost.current = heardNow.kind === "lost";
      if (heardNow.kind !== "lost") take(heardNow);
      return heardNow;
    });
    poll.current = { leaving, answer };
    return answer;
  }, [base, take]);

  const refresh = useCallback(async () => {
    const answer = await ask();
    if (answer.kind === "lost") take(answer);
    return answer;
  }, [ask, take]);

  /** For background polling: asks only while the page is visible, and does not show that an answer was lost. */
  const refreshQuietly = useCallback(async () => {
    if (document.visibilityState === "visible") await ask();
  }, [ask]);

  const dropPoll = useCallback(() => {
    poll.current?.leaving.abort();
    poll.current = null;
  }, []);

  /**
   * Whether there is no connection. It asks the server only if it has a reason to doubt: to ask before every payment
   * would cost each of them a round trip. It asks anew, because an answer under way may be older than the loss.
   */
  const isCutOff = async () => {
    const isLikely = heard.isOffline || wasLost.current || !navigator.onLine;
    if (!isLikely) return false;
    dropPoll();
    return (await refresh()).kind === "lost";
  };

  const post = useCallback(
    async (url: string, body: object = {}) => {
      const answer = await postJson(url, body);
      // A question that is still under way was asked before this was decided: its answer is old.
      dropPoll();
      take(answer);
      return answer;
    },
    [dropPoll, take],
  );

  useEffect(() => setHeard((last) => ({ ...last, heardAt: last.heardAt || pageAnsweredAt() })), []);
  useStaleness(
    refresh,
    useCallback(() => take({ kind: "lost" }), [take]),
  );

  return { ...heard, base, refresh, refreshQuietly, isCutOff, post };
}

/** When the server answered with the page itself: it counted the remaining time then, not when scripts began to run. */
function pageAnsweredAt(): number {
  const [navigation] = performance.getEntriesByType("navigation");
  const answeredAt = navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0;
  return answeredAt || performance.now();
}

/** Whoever comes back to the page, from another tab, the bank's app or a tunnel, sees how things stand. */
function useStaleness(refresh: () => Promise<unknown>, lose: () => void): void {
  useEffect(() => {
    const wake = () => document.visibilityState === "visible" && void refresh();
    // A page from the back-forward cache is as old as it looks.
    const restore = (event: PageTransitionEvent) => event.persisted && location.reload();
    document.addEventListener("visibilitychange", wake);
    window.addEventListener("online", wake);
    window.addEventListener("offline", lose);
    window.addEventListener("pageshow", restore);
    return () => {
      document.removeEventListener("visibilitychange", wake);
      window.removeEventListener("online", wake);
      window.removeEventListener("offline", lose);
      window.removeEventListener("pageshow", restore);
    };
  }, [refresh, lose]);
}
