"use client";

import { remainingNow } from "../session/use-remaining";
import type { Session } from "../session/use-session";
import styles from "./sandbox.module.css";

const stepMs = 10_000;
const lastMs = 20_000;

/** Buttons that stop and advance this session's sandbox clock. The delays of the sandbox gateway follow it. */
export function ClockControls({ token, session }: { token: string; session: Session }) {
  const { view, post } = session;
  const move = (body: { advance_ms?: number; stopped?: boolean }) => post(`/sandbox/sessions/${token}/clock`, body);
  const advance = (milliseconds: number) => move({ advance_ms: Math.max(0, Math.round(milliseconds)) });
  return (
    <section>
      <h2>Session clock</h2>
      <div className={styles.buttons}>
        <button type="button" onClick={() => advance(stepMs)}>
          +10 s
        </button>
        <button type="button" onClick={() => advance(remainingNow(session) - lastMs)}>
          To the last 20 s
        </button>
        <button type="button" onClick={() => advance(remainingNow(session) + 1_000)}>
          Past the end
        </button>
        <button type="button" onClick={() => move({ stopped: !view.is_clock_stopped })}>
          {view.is_clock_stopped ? "Start the clock" : "Stop the clock"}
        </button>
      </div>
    </section>
  );
}
