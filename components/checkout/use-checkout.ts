"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { PayValues } from "@/lib/checkout/page/page-fields";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import type { Language } from "@/lib/reference/languages";
import type { Simulation } from "@/lib/reference/simulation";
import { fieldId } from "./form/field";
import { isAboutCard, type NoticeKey, type Summary } from "./form/summary";
import { type FormSettings, usePayForm } from "./form/use-pay-form";
import { browserFields } from "./session/browser-fields";
import type { Answer } from "./session/session-api";
import { awaitingPace, challengePace, type Pace, sandboxPace, usePolling } from "./session/use-polling";
import { useIsWithin } from "./session/use-remaining";
import { type Session, useSession } from "./session/use-session";
import { type ScreenName, screens, useScreen } from "./use-screen";

type Settings = FormSettings & { language: Language; simulation: Simulation | null };

/** The state of the payment page: the current screen, the customer's actions and the messages about them. */
export function useCheckout(token: string, settings: Settings) {
  const session = useSession(token, settings.view);
  const { view, base, post, refresh } = session;
  const form = usePayForm({ ...settings, view });
  const { doing, setDoing, isBusy, doOnce } = useOneAtATime();
  const [hasFailed, setHasFailed] = useState(false);
  const [summary, setSummary] = useState(summaryAtFirst(settings));
  const { summaryRef, headingRef, callAttention } = useAttention(summary);
  const { screen, isPaying } = useScreen(view.state, doing === "pay");
  const isOver = useIsWithin(session, 0);
  useStateUpdates(session, { screen, isAwaiting: isPaying || isOver, isSandbox: settings.simulation !== null });

  const say = (said: Summary) => {
    setSummary(said);
    if (isAfterCard(said)) form.askCodeAgain();
    callAttention();
  };
  const send = async (values: PayValues): Promise<Summary> => {
    setSummary(null);
    // Check the connection first: if it breaks after sending, the page cannot know whether the payment arrived.
    if (await session.isCutOff()) return summaryOf("connection_lost");
    setDoing("pay");
    const answer = await post(`${base}/pay`, { ...values, language: settings.language, ...browserFields() });
    if (answer.kind === "fields") form.refuse(answer.errors);
    return answer.kind === "lost" ? summaryAfterLoss(view, await untilReceived(refresh)) : summaryAfter(answer);
  };
  const pay = async () => {
    if (isOver || isBusy()) return;
    // Validate before the busy state, which makes the browser compute the style of every field twice.
    const values = form.check();
    return values ? doOnce("check", async () => say(await send(values)))() : say({ about: "fields" });
  };
  const act = (path: "leave" | "extend" | "challenge/cancel") =>
    doOnce("leave", async () => {
      setHasFailed(false);
      const answer = await post(`${base}/${path}`);
      if (answer.kind === "view") return;
      const now = await refresh();
      setHasFailed(now.kind !== "view" || now.view.state === view.state);
    });

  // The form is shown while the answer after the bank's check is due. It has to say then how the try ended.
  useChange(isPaying && doing !== "pay" ? "due" : screen, () => {
    setHasFailed(false);
    // The busy button takes the focus.
    if (!isPaying) say(screen === "form" ? summaryOf(view.notice) : null);
  });

  return {
    session,
    form,
    screen,
    summary,
    isPaying,
    isBusy: isPaying || doing === "check",
    hasFailed,
    pay,
    leave: act("leave"),
    extend: act("extend"),
    cancel: act("challenge/cancel"),
    summaryRef,
    headingRef,
  };
}

/** Calls `onChange` after each change of the value. */
function useChange(value: string, onChange: () => void): void {
  const change = useEffectEvent(onChange);
  const last = useRef(value);
  useEffect(() => {
    if (last.current !== value) change();
    last.current = value;
  }, [value]);
}

type Situation = { screen: ScreenName; isAwaiting: boolean; isSandbox: boolean };

/** Polls the session while its state can change without an action of the customer. */
function useStateUpdates(
  { isOffline, refresh, refreshQuietly }: Session,
  { isAwaiting, ...situation }: Situation,
): void {
  const pace = paceOf({ ...situation, isAwaiting: isAwaiting || isOffline });
  usePolling(pace, pace === sandboxPace ? refreshQuietly : refresh);
}

function paceOf({ screen, isAwaiting, isSandbox }: Situation): Pace | null {
  if (screen === "result") return null;
  if (screen === "confirming" || isAwaiting) return awaitingPace;
  if (screen === "challenge") return challengePace;
  return isSandbox ? sandboxPace : null;
}

function summaryAtFirst({ refused, view }: FormSettings): Summary {
  if (screens[view.state] !== "form") return null;
  return refused ? { about: "fields" } : summaryOf(view.notice);
}

const summaryOf = (notice: NoticeKey | null): Summary => notice && { about: "try", notice };

function summaryAfter(answer: Exclude<Answer, { kind: "lost" }>): Summary {
  switch (answer.kind) {
    case "view":
      return summaryOf(answer.view.notice);
    case "fields":
      return { about: "fields" };
    case "refused":
      return summaryOf(answer.status === 429 ? "too_many" : "not_accepted");
  }
}

/** The message after a payment request without an answer. The session's new state shows whether the request arrived. */
function summaryAfterLoss(before: SessionView, now: SessionView): Summary {
  if (now.state !== "hosted") return null;
  return summaryOf(now.tries_left < before.tries_left && now.notice ? now.notice : "connection_lost");
}

const askAgainMs = 1_500;

async function untilReceived(refresh: Session["refresh"]): Promise<SessionView> {
  for (;;) {
    const answer = await refresh();
    if (answer.kind === "view") return answer.view;
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
}

type Doing = "check" | "pay" | "leave";

/** Runs one action at a time: further clicks are ignored while an action runs. */
function useOneAtATime() {
  const isRunning = useRef(false);
  const [doing, setDoing] = useState<Doing | null>(null);
  const doOnce = (what: Doing, act: () => Promise<void>) => async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setDoing(what);
    await act().finally(() => {
      isRunning.current = false;
      setDoing(null);
    });
  };
  return { doing, setDoing, isBusy: () => isRunning.current, doOnce };
}

const isAfterCard = (summary: Summary): boolean => summary?.about === "try" && isAboutCard(summary.notice);

/**
 * Moves the focus after an action: to the security code if it must be entered again, to the message above the form if
 * there is one, otherwise to the heading of the screen.
 */
function useAttention(summary: Summary) {
  const summaryRef = useRef<HTMLElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const [calls, setCalls] = useState(summary ? 1 : 0);
  const attend = useEffectEvent(() => {
    const code = isAfterCard(summary) && document.getElementById(fieldId("cvc"));
    (code || summaryRef.current || headingRef.current)?.focus();
    summaryRef.current?.scrollIntoView({ block: "nearest" });
  });
  useEffect(() => {
    if (calls > 0) attend();
  }, [calls]);
  return { summaryRef, headingRef, callAttention: () => setCalls((count) => count + 1) };
}
