"use client";

import { remainingNow } from "../session/use-remaining";
import type { Session } from "../session/use-session";
import styles from "./drawer.module.css";
import type { Report } from "./report";

const stepMs = 10_000;
const lastMs = 20_000;

type Props = { token: string; session: Session; report: Report };

/** Buttons that stop and advance this session's sandbox clock. The delays of the sandbox gateway follow it. */
export function ClockControls({ token, session, report }: Props) {
  const { view, post } = session;
  const move = async (body: { advance_ms?: number; stopped?: boolean }, effect: string) => {
    const answer = await post(`/sandbox/sessions/${token}/clock`, body);
    report(answer.kind === "view" ? `${effect} ${leftOf(answer.view.remaining_ms)}` : null);
  };
  const advance = (milliseconds: number, effect: string) =>
    move({ advance_ms: Math.max(0, Math.round(milliseconds)) }, effect);
  const { is_clock_stopped: isStopped } = view;
  return (
    <section>
      <h2 className={styles.title}>Session clock</h2>
      <div className={styles.buttons}>
        <button type="button" onClick={() => advance(stepMs, "The clock moved 10 seconds on.")}>
          +10 s
        </button>
        <button type="button" onClick={() => advance(remainingNow(session) - lastMs, "The clock moved on.")}>
          Last 20 s
        </button>
        <button type="button" onClick={() => advance(remainingNow(session) + 1_000, "The clock moved past the end.")}>
          Past end
        </button>
        <button
          type="button"
          onClick={() => move({ stopped: !isStopped }, isStopped ? "The clock runs again." : "The clock is stopped.")}
        >
          {isStopped ? "Start" : "Stop"}
        </button>
      </div>
    </section>
  );
}

function leftOf(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  return seconds > 0 ? `${seconds} seconds are left.` : "The session has expired.";
}
