"use client";

import { type ClockMove, clockMoves } from "@/lib/reference/simulation";
import { remainingNow } from "../session/use-remaining";
import type { Session } from "../session/use-session";
import styles from "./drawer.module.css";
import type { Report } from "./report";

const effects: Record<ClockMove, string> = {
  plus_10_s: "The clock moved 10 seconds on.",
  last_20_s: "The clock moved on.",
  past_end: "The clock moved past the end.",
};

type Props = { token: string; session: Session; report: Report };

/** Buttons that stop and advance this session's sandbox clock. The delays of the sandbox gateway follow it. */
export function ClockControls({ token, session, report }: Props) {
  const { view, post } = session;
  const move = async (body: { advance_ms?: number; stopped?: boolean }, effect: string) => {
    const answer = await post(`/sandbox/sessions/${token}/clock`, body);
    report(answer.kind === "view" ? `${effect} ${leftOf(answer.view.remaining_ms)}` : null);
  };
  const advance = (name: ClockMove) =>
    move({ advance_ms: Math.round(clockMoves[name].advanceMs(remainingNow(session))) }, effects[name]);
  const { is_clock_stopped: isStopped } = view;
  return (
    <section>
      <h2 className={styles.title}>Session clock</h2>
      <div className={styles.buttons}>
        {(Object.keys(clockMoves) as ClockMove[]).map((name) => (
          <button key={name} type="button" onClick={() => advance(name)}>
            {clockMoves[name].words}
          </button>
        ))}
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
