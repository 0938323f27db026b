"use client";

import { ExternalLink } from "lucide";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import button from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import unseen from "@/components/ui/unseen.module.css";
import { Countdown } from "../countdown";
import { MoneySentence } from "../money-state";
import type { PageLinks } from "../session/page-links";
import { useIsFramed } from "../session/parent-frame";
import type { Session } from "../session/use-session";
import { useWords } from "../words-context";
import styles from "./challenge.module.css";
import { FailedAction } from "./failed-action";
import type { HeadingRef } from "./screen";

type Props = {
  session: Session;
  links: PageLinks;
  headingRef: HeadingRef;
  hasFailed: boolean;
  onCancel: () => void;
};

/** The bank's page in a frame, with a way to cancel and a way out for banks that refuse frames. */
export function ChallengeScreen({ session, links, headingRef, hasFailed, onCancel }: Props) {
  const { challenge, confirming } = useWords();
  const { view, base } = session;
  const { frame, bank } = useBank(session);
  const isSilent = bank === "silent";
  const isFramed = useIsFramed();
  const cancel = (event: FormEvent) => {
    event.preventDefault();
    onCancel();
  };
  const openAs = (look: string | undefined) => (
    <a href={`${base}/challenge`} target="_blank" rel="noopener" className={look}>
      <Icon of={ExternalLink} />
      {challenge.open}
    </a>
  );
  return (
    <>
      <div className={styles.head}>
        <h1 ref={headingRef} id="heading" tabIndex={-1}>
          {challenge.heading}
        </h1>{" "}
        <p>{challenge.why}</p>
        <form method="post" action={links.cancelChallenge} onSubmit={cancel} className={styles.ways}>
          {!isSilent && openAs(button.quiet)}
          <button type="submit" className={button.quiet} data-testid="cancel">
            {challenge.cancel}
          </button>
        </form>
        <FailedAction hasFailed={hasFailed} />
        <div className={unseen.unseen}>
          <MoneySentence money={view.money} />
        </div>
      </div>
      <div className={styles.bank} hidden={isSilent}>
        <iframe
          ref={frame}
          src={`${base}/challenge`}
          title={challenge.frame}
          data-testid="challenge-frame"
          className={`${styles.frame} ${isFramed ? styles.inShop : ""}`}
          allow="publickey-credentials-get *; payment"
        />
        {bank === "opening" && (
          <p className={styles.cover}>
            <span className={button.spinner} />
            {challenge.opening}
          </p>
        )}
      </div>
      <div role="status">
        {isSilent && (
          <div className={styles.silent}>
            <Notice tone="info" title={challenge.hidden}>
              <p>{challenge.ownWindow}</p>
              {openAs(button.primary)}
            </Notice>
          </div>
        )}
      </div>
      <div className={styles.time}>
        <Countdown received={session} />
      </div>
      <noscript>
        <p>
          {challenge.finished} <a href={links.here}>{confirming.reload}</a>
        </p>
      </noscript>
    </>
  );
}

const answerWithinMs = 4_000;

/**
 * Whether the bank's page answers, and the refresh of the session when it sends the customer back. Until it answers, a
 * cover hides the frame, because browsers show an error of their own for a page that refuses frames. A forged message
 * would only cause a refresh. In live, the page answers when the frame has loaded. Chromium reports a page that refuses
 * frames as loaded too, so the sandbox bank sends a message once its page is shown.
 */
function useBank({ view, refresh }: Session) {
  const frame = useRef<HTMLIFrameElement>(null);
  // Without JavaScript, nothing covers the frame.
  const [bank, setBank] = useState<"opening" | "shown" | "silent">("shown");
  const isLive = view.environment === "live";
  // A passive effect may run after a bank refused the frame. Then the frame would look like one that loaded earlier.
  useLayoutEffect(() => {
    const { current } = frame;
    // A frame that was part of the HTML may have loaded before this script. Then it has another document already.
    const isNew = Boolean(current?.contentDocument);
    if (isNew) setBank("opening");
    const timer = setTimeout(() => isNew && setBank("silent"), answerWithinMs);
    const answer = () => {
      clearTimeout(timer);
      setBank("shown");
    };
    const listen = ({ source, origin, data }: MessageEvent) => {
      if (source !== current?.contentWindow) return;
      answer();
      if (origin === location.origin && data?.type === "tradewind:challenge-returned") void refresh();
    };
    if (isLive) current?.addEventListener("load", answer);
    addEventListener("message", listen);
    return () => {
      clearTimeout(timer);
      current?.removeEventListener("load", answer);
      removeEventListener("message", listen);
    };
  }, [refresh, isLive]);
  return { frame, bank };
}
