"use client";

import { Lock } from "lucide";
import { type FormEvent, type MouseEvent, useEffect, useRef } from "react";
import button from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import unseen from "@/components/ui/unseen.module.css";
import { useIsScripted } from "@/components/ui/use-is-scripted";
import { fillIn } from "@/lib/kit/text/fill-in";
import { CardFields } from "../card/card-fields";
import { MoneySentence } from "../money-state";
import { FailedAction } from "../screens/failed-action";
import { useWords } from "../words-context";
import { ErrorSummary } from "./error-summary";
import styles from "./pay-form.module.css";
import type { PayFormProps } from "./pay-form-props";
import { sectionsOf } from "./sections";

/**
 * One form contains all fields, so that autofill can fill them in at once. Without JavaScript, the browser posts the
 * form, so no value appears in a URL. During authorisation, the form is hidden but stays mounted, so that a decline
 * keeps the input.
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
        // Until our script runs, the browser validates the form.
        noValidate={isScripted}
        onSubmit={preventing(onPay)}
        onAnimationStart={form.onAnimationStart}
      >
        <input type="hidden" name="language" value={language} />
        {isShown && <ErrorSummary summary={summary} form={form} view={view} boxRef={summaryRef} />}
        <div inert={isBusy}>
          <Sections {...props} card={<CardFields form={form} view={view} prefill={props.prefill} />} />
        </div>
        {isShown && <Actions {...props} />}
      </form>
      {/* A separate form for the cancel button, so that cancelling sends no card data. */}
      <form id="leave-form" method="post" action={links.leave} onSubmit={preventing(onLeave)} />
    </div>
  );
}

function Actions(props: PayFormProps) {
  const { view, amount, summary, isPaying, isBusy, isLost, hasFailed, countdown } = props;
  const { page, actions } = useWords();
  const payButton = useRef<HTMLButtonElement>(null);
  // A field loses the focus when it is disabled, so the focus moves to the pay button.
  useEffect(() => {
    if (isBusy) payButton.current?.focus({ preventScroll: true });
  }, [isBusy]);
  return (
    <>
      <button
        ref={payButton}
        type="submit"
        className={`${button.primary} ${button.large} ${styles.pay}`}
        data-testid="pay"
        aria-disabled={isBusy || undefined}
        onMouseDown={keepFocus}
      >
        {isPaying ? <span className={button.spinner} /> : <Icon of={Lock} />}
        {isPaying ? actions.paying : fillIn(actions.pay, { amount })}
      </button>
      {isPaying ? (
        // A normal payment looks normal, so the sentence is visible only without a connection.
        <div className={isLost ? undefined : unseen.unseen}>
          <MoneySentence money="confirming" />
        </div>
      ) : (
        view.money === "returning" && summary?.about !== "try" && <MoneySentence money="returning" />
      )}
      <p role="status" className={isPaying ? styles.after : unseen.unseen}>
        {isPaying && actions.keepOpen}
      </p>
      {!isPaying && (
        <p className={styles.after}>
          {view.purpose !== "card_create" && <span>{fillIn(page.charged, { amount })}</span>}
          {page.secure}
        </p>
      )}
      <div className={styles.ways} inert={isBusy}>
        {countdown}
        <button type="submit" form="leave-form" className={styles.leave} data-testid="cancel" onMouseDown={keepFocus}>
          {countdown ? actions.cancel : fillIn(actions.cancelTo, { merchant: view.merchant.name })}
        </button>
      </div>
      <FailedAction hasFailed={hasFailed} />
    </>
  );
}

/** The mouse must not take the focus: a field that loses it may show an error, which would move the button away. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

const preventing = (act: () => void) => (event: FormEvent) => {
  event.preventDefault();
  act();
};
