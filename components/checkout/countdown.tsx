"use client";

import { Clock } from "lucide";
import { type FormEvent, useEffect, useRef, useState } from "react";
import button from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import unseen from "@/components/ui/unseen.module.css";
import { fillIn } from "@/lib/kit/text/fill-in";
import styles from "./countdown.module.css";
import { useSecondsLeft } from "./session/use-remaining";
import type { ReceivedView } from "./session/use-session";
import { useWords } from "./words-context";

const lastMinute = 60;
const announcedAt = [60, 30, 10];

type Props = {
  received: ReceivedView;
  isPaying?: boolean;
  /** How the payer extends the session in the last minute. False if that is not possible. */
  moreTime?: { action: string; onAsk: () => void } | false;
};

/** The session's remaining time: a quiet line, and a warning in the last minute. */
export function Countdown({ received, isPaying = false, moreTime = false }: Props) {
  const { countdown } = useWords();
  const seconds = useSecondsLeft(received);
  const announcement = useAnnouncement(seconds, countdown.announced);
  const isUrgent = seconds <= lastMinute;
  const [before, after] = countdown.left.split("{time}");
  const askForMore = (event: FormEvent) => {
    event.preventDefault();
    if (moreTime) moreTime.onAsk();
  };
  return (
    <>
      <div className={isUrgent ? styles.urgent : styles.quiet} data-urgent={isUrgent || undefined}>
        <Icon of={Clock} size={isUrgent ? 20 : 16} />
        {seconds > 0 ? (
          <div>
            <strong>
              <span>{before}</span>
              <span data-testid="countdown" className={styles.time}>
                {clockFace(seconds)}
              </span>
              <span>{after}</span>
              {isUrgent && "."}
            </strong>
            {/* Hide the promise that nothing is charged while a payment is in progress. */}
            {isUrgent && !isPaying && ` ${countdown.afterwards}`}
            {isUrgent && moreTime && (
              <form method="post" action={moreTime.action} onSubmit={askForMore}>
                <button type="submit" className={`${button.secondary} ${button.small}`}>
                  {countdown.moreTime}
                </button>
              </form>
            )}
          </div>
        ) : (
          <strong data-testid="countdown">{countdown.over}</strong>
        )}
      </div>
      <p role="status" className={unseen.unseen}>
        {announcement}
      </p>
    </>
  );
}

function clockFace(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * Announces the remaining time to screen readers at 60, 30 and 10 seconds, once each. In the last minute the countdown
 * may move to another place of the page, where it announces the time again.
 */
function useAnnouncement(seconds: number, text: string): string {
  const [announced, setAnnounced] = useState("");
  const last = useRef(Math.max(seconds, lastMinute + 1));
  useEffect(() => {
    const isPassed = announcedAt.some((moment) => seconds <= moment && moment < last.current);
    // In the sandbox, a stopped and resumed clock may repeat seconds. The minimum prevents a repeated announcement. An
    // extended session has another last minute.
    last.current = seconds > lastMinute ? seconds : Math.min(last.current, seconds);
    if (isPassed && seconds > 0) setAnnounced(fillIn(text, { seconds }));
  }, [seconds, text]);
  return announced;
}
