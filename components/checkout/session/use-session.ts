"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { type Answer, postJson, readState } from "./session-api";

/** The session as the page last received it. `receivedAt` is a time of the browser's monotonic clock. */
export type ReceivedView = { view: SessionView; receivedAt: number; isOffline: boolean };

export type Session = ReturnType<typeof useSession>;

/** `outdated`: while the page requested the state, an action changed it. */
export type StateAnswer = Answer | { kind: "outdated" };

/** Holds the session's last received state and the functions that update it. */
export function useSession(token: string, opened: SessionView) {
  const base = `/checkout/${token}`;
  const [received, setReceived] = useState<ReceivedView>({ view: opened, receivedAt: 0, isOffline: false });
  const wasLost = useRef(false);
  const poll = useRef<{ leaving: AbortController; answer: Promise<StateAnswer> } | null>(null);

  const take = useCallback((answer: Answer) => {
    if (answer.kind === "view") setReceived({ view: answer.view, receivedAt: performance.now(), isOffline: false });
    else if (answer.kind === "lost") setReceived((last) => ({ ...last, isOffline: true }));
    else if (answer.kind === "refused" && answer.status === 404) location.reload();
  }, []);

  /** Requests the session's state. Only one request runs at a time: further callers get its answer. */
  const ask = useCallback((): Promise<StateAnswer> => {
    if (poll.current) return poll.current.answer;
    const leaving = new AbortController();
    const answer = readState(base, leaving.signal).then((receivedNow): StateAnswer => {
      if (leaving.signal.aborted) return { kind: "outdated" };
      poll.current = null;
      wasLost.current = receivedNow.kind === "lost";
      if (receivedNow.kind !== "lost") take(receivedNow);
      return receivedNow;
    });
    poll.current = { leaving, answer };
    return answer;
  }, [base, take]);

  const refresh = useCallback(async () => {
    const answer = await ask();
    if (answer.kind === "lost") take(answer);
    return answer;
  }, [ask, take]);

  /** Refreshes the state in the background, only while the page is visible. Does not report a lost connection. */
  const refreshQuietly = useCallback(async () => {
    if (document.visibilityState === "visible") await ask();
  }, [ask]);

  const dropPoll = useCallback(() => {
    poll.current?.leaving.abort();
    poll.current = null;
  }, []);

  /**
   * Whether the connection is lost. A request checks it only if a loss is likely, because a check before every payment
   * would cost a round trip. The check starts a new request, because one in flight may be older than the loss.
   */
  const isCutOff = async () => {
    if (!received.isOffline && !wasLost.current && navigator.onLine) return false;
    dropPoll();
    return (await refresh()).kind === "lost";
  };

  const post = useCallback(
    async (url: string, body: object = {}) => {
      const answer = await postJson(url, body);
      // Discard a state request in flight: it was sent before this action finished, so its answer is outdated.
      dropPoll();
      take(answer);
      return answer;
    },
    [dropPoll, take],
  );

  useEffect(() => setReceived((last) => ({ ...last, receivedAt: last.receivedAt || pageAnsweredAt() })), []);
  const lose = useCallback(() => {
    // The answer to a request in flight may still arrive, and would say that the connection is back.
    dropPoll();
    take({ kind: "lost" });
  }, [dropPoll, take]);
  useStaleness(refresh, lose);

  return { ...received, base, refresh, refreshQuietly, isCutOff, post };
}

/** The time at which the server answered with the page. The session's remaining time counts from then. */
function pageAnsweredAt(): number {
  const [navigation] = performance.getEntriesByType("navigation");
  const answeredAt = navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0;
  return answeredAt || performance.now();
}

/** Refreshes the session's state when the customer returns to the tab or is online again. */
function useStaleness(refresh: () => Promise<unknown>, lose: () => void): void {
  useEffect(() => {
    const wake = () => document.visibilityState === "visible" && void refresh();
    // Reload a page that the browser restores from its back-forward cache, because it is out of date.
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
