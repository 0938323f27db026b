"use client";

import { type FormEvent, type MouseEvent, useEffect, useRef, useSyncExternalStore } from "react";
import { fillIn } from "@/lib/kit/fill-in";
import { CardFields } from "../card/card-fields";
import { MoneySentence } from "../money-state";
import { FailedAction } from "../screens/failed-action";
import { useWords } from "../words-context";
import { ErrorSummary } from "./error-summary";
import styles from "./pay-form.module.css";
import type { PayFormProps } from "./pay-form-props";
import { sectionsOf } from "./sections";

/**
 * One form for everything, so that it can be filled in at once. It works before any script runs, and
 * without: then the browser posts it, never into an address. It stays mounted, hidden, while the bank
 * is asked, so that a decline finds everything that was typed.
 */
export function PayForm(props: PayFormProps) {
  const { links, language, view, form, summary, summaryRef, isBusy, isShown, onPay, onLeave } = props;
  const isScripted = useIsScripted();
  const Sections = sectionsOf(view);
  return (
    <div hidden={!isShown}>
      <form
        ref={form.ref}
        id="pay-form"
        className={styles.form}
        method="post"
        action={links.pay}
        noValidate={isScripted}
        onSubmit={preventing(onPay)}
        onAnimationStart={form.onAnimationStart}
      >
        <input type="hidden" name="language" value={language} />
        {isShown && <ErrorSummary summary={summary} form={form} view={view} boxRef={summaryRef} />}
        <div className={styles.sections} inert={isBusy}>
          <Sections {...props} card={<CardFields form={form} view={view} name={props.prefill.card_name} />} />
        </div>
        {isShown && <Actions {...props} />}
      </form>
      {/* A form of its own, so that leaving takes nothing along. */}
      <form id="leave-form" method="post" action={links.leave} onSubmit={preventing(onLeave)} />
    </div>
  );
}

function Actions({ view, summary, isPaying, isBusy, hasFailed }: PayFormProps) {
  const { actions } = useWords();
  const payButton = useRef<HTMLButtonElement>(null);
  // The field that had the focus cannot keep it while the form rests.
  useEffect(() => {
    if (isBusy) payButton.current?.focus({ preventScroll: true });
  }, [isBusy]);
  const money = isPaying ? "confirming" : view.money;
  const isSaidAbove = summary?.about === "try";
  return (
    <>
      <button
        ref={payButton}
        type="submit"
        className={styles.pay}
        data-testid="pay"
        aria-disabled={isBusy || undefined}
        onMouseDown={keepFocus}
      >
        {isPaying ? actions.paying : fillIn(actions.pay, { amount: `${view.currency} ${view.amount}` })}
      </button>
      <div className={styles.below}>
        {!isSaidAbove && <MoneySentence money={money} />}
        <button
          type="submit"
          form="leave-form"
          className={styles.leave}
          data-testid="cancel"
          aria-disabled={isBusy || undefined}
          onMouseDown={keepFocus}
        >
          {actions.leave}
        </button>
      </div>
      <FailedAction hasFailed={hasFailed} />
    </>
  );
}

/** Leaving a field can bring up its error, which would move the button away between press and release. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

const preventing = (act: () => void) => (event: FormEvent) => {
  event.preventDefault();
  act();
};

const never = () => () => {};

/** The browser's own checks serve until ours run. */
function useIsScripted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
