"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { fillIn } from "@/lib/kit/text/fill-in";
import { Countdown } from "../countdown";
import { MoneySentence } from "../money-state";
import { type ChallengeWindow, challengeWindowHere } from "../session/challenge-window";
import type { PageLinks } from "../session/page-links";
import { useIsFramed } from "../session/parent-frame";
import type { Session } from "../session/use-session";
import { useWords } from "../words-context";
import styles from "./challenge.module.css";
import { FailedAction } from "./failed-action";
import { type HeadingRef, Screen } from "./screen";

type Props = {
  session: Session;
  links: PageLinks;
  headingRef: HeadingRef;
  hasFailed: boolean;
  onCancel: () => void;
};

const sizes: Record<ChallengeWindow, string | undefined> = {
  "01": styles.size01,
  "02": styles.size02,
  "03": styles.size03,
  "04": styles.size04,
  "05": styles.size05,
};

/** The bank's page in a frame, with a way to cancel and a fallback for banks that refuse frames. */
export function ChallengeScreen({ session, links, headingRef, hasFailed, onCancel }: Props) {
  const { challenge, confirming } = useWords();
  const { view, base } = session;
  const frame = useReturnMessage(session.refresh);
  const size = useWindowSize();
  const isFramed = useIsFramed();
  const cancel = (event: FormEvent) => {
    event.preventDefault();
    onCancel();
  };
  return (
    <Screen heading={challenge.heading} headingRef={headingRef}>
      <p className={styles.why}>
        {fillIn(challenge.why, { amount: `${view.currency} ${view.amount}`, merchant: view.merchant.name })}
      </p>
      <MoneySentence money={view.money} />
      <iframe
        ref={frame}
        src={`${base}/challenge`}
        title={challenge.frame}
        data-testid="challenge-frame"
        className={`${styles.frame} ${size ? sizes[size] : ""}`}
        allow="publickey-credentials-get *; payment"
      />
      <OpenAlone href={`${base}/challenge`} isFramed={isFramed} />
      <Countdown received={session} />
      <form method="post" action={links.cancelChallenge} onSubmit={cancel}>
        <button type="submit" className={styles.cancel} data-testid="cancel">
          {challenge.cancel}
        </button>
      </form>
      <FailedAction hasFailed={hasFailed} />
      <noscript>
        <p>
          {challenge.finished} <a href={links.here}>{confirming.reload}</a>
        </p>
      </noscript>
    </Screen>
  );
}

/** Opens the bank's page outside a frame, for banks that refuse frames. In a shop's frame, it opens a new tab. */
function OpenAlone({ href, isFramed }: { href: string; isFramed: boolean }) {
  const { challenge } = useWords();
  return (
    <p className={styles.alone}>
      {challenge.hidden}{" "}
      <a href={href} {...(isFramed && { target: "_blank", rel: "noopener" })}>
        {challenge.open}
        {isFramed && ` ${challenge.newTab}`}
      </a>
    </p>
  );
}

/** Refreshes the session when the customer returns from the bank. A forged message would only cause a refresh. */
function useReturnMessage(refresh: () => Promise<unknown>) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent) => {
      const isOurs = source === frame.current?.contentWindow && origin === location.origin;
      if (isOurs && data?.type === "tradewind:challenge-returned") void refresh();
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, [refresh]);
  return frame;
}

function useWindowSize(): ChallengeWindow | null {
  const [size, setSize] = useState<ChallengeWindow | null>(null);
  useEffect(() => setSize(challengeWindowHere()), []);
  return size;
}
