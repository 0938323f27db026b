"use client";

import { useEffect, useRef, useState } from "react";
import { fillIn } from "@/lib/kit/text/fill-in";
import styles from "./countdown.module.css";
import { ClockIcon } from "./icons";
import { useSecondsLeft } from "./session/use-remaining";
import type { ReceivedView } from "./session/use-session";
import unseen from "./unseen.module.css";
import { useWords } from "./words-context";

const lastMinute = 60;
const announcedAt = [60, 30, 10];

/** The session's remaining time. It is unobtrusive until the last minute. Its fixed size prevents layout shifts. */
export function Countdown({ received, isPaying = false }: { received: ReceivedView; isPaying?: boolean }) {
  const { countdown } = useWords();
  const seconds = useSecondsLeft(received);
  const announcement = useAnnouncement(seconds, countdown.announced);
  const isUrgent = seconds <= lastMinute;
  return (
    <>
      <p className={isUrgent ? styles.urgent : styles.quiet}>
        <ClockIcon />
        {seconds > 0 ? (
          <span>
            {countdown.left}{" "}
            <strong data-testid="countdown" className={styles.time}>
              {clockFace(seconds)}
            </strong>
            {/* Hide the promise that nothing is charged while a payment is in progress. */}
            {!isPaying && `. ${countdown.afterwards}`}
          </span>
        ) : (
          <span data-testid="countdown">{countdown.over}</span>
        )}
      </p>
      <p role="status" className={unseen.unseen}>
        {announcement}
      </p>
    </>
  );
}

function clockFace(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Announces the remaining time to screen readers at 60, 30 and 10 seconds, once each. */
function useAnnouncement(seconds: number, text: string): string {
  const [announced, setAnnounced] = useState("");
  const last = useRef(seconds);
  useEffect(() => {
    const isPassed = announcedAt.some((moment) => seconds <= moment && moment < last.current);
    // In the sandbox, a stopped and resumed clock may repeat seconds. The minimum prevents a repeated announcement.
    last.current = Math.min(last.current, seconds);
    if (isPassed && seconds > 0) setAnnounced(fillIn(text, { seconds }));
  }, [seconds, text]);
  return announced;
}
