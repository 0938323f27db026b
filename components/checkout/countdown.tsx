"use client";

import { useEffect, useRef, useState } from "react";
import { fillIn } from "@/lib/kit/fill-in";
import styles from "./countdown.module.css";
import { ClockIcon } from "./icons";
import { useSecondsLeft } from "./session/use-remaining";
import type { Heard } from "./session/use-session";
import unseen from "./unseen.module.css";
import { useWords } from "./words-context";

const lastMinute = 60;
const announcedAt = [60, 30, 10];

/** Quiet until the last minute. It keeps its place and its size, so that nothing moves when it speaks up. */
export function Countdown({ heard, isPaying = false }: { heard: Heard; isPaying?: boolean }) {
  const { countdown } = useWords();
  const seconds = useSecondsLeft(heard);
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
            {/* Nobody can promise that while a payment is on its way. */}
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

/** For screen readers: at three moments only, and once at each. */
function useAnnouncement(seconds: number, text: string): string {
  const [announced, setAnnounced] = useState("");
  const last = useRef(seconds);
  useEffect(() => {
    const isPassed = announcedAt.some((moment) => seconds <= moment && moment < last.current);
    // A clock that was stopped may show some seconds again; no session gets time back.
    last.current = Math.min(last.current, seconds);
    if (isPassed && seconds > 0) setAnnounced(fillIn(text, { seconds }));
  }, [seconds, text]);
  return announced;
}
