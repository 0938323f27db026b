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

/** Unobtrusive until the last minute. Its size is fixed, so that the layout does not shift. */
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
            {/* Not certain while a payment is in progress. */}
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

/** Announces the remaining time to screen readers at three moments, once each. */
function useAnnouncement(seconds: number, text: string): string {
  const [announced, setAnnounced] = useState("");
  const last = useRef(seconds);
  useEffect(() => {
    const isPassed = announcedAt.some((moment) => seconds <= moment && moment < last.current);
    // After a stopped clock, seconds may repeat. The session does not gain time.
    last.current = Math.min(last.current, seconds);
    if (isPassed && seconds > 0) setAnnounced(fillIn(text, { seconds }));
  }, [seconds, text]);
  return announced;
}
