"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useRef, useState, useSyncExternalStore } from "react";
import styles from "./form.module.css";
import { FormProblems } from "./form-problems";
import { type Revealed, RevealedValues } from "./revealed-values";
import { type Sent, sendForm } from "./send-form";

type Props = {
  /** The form is posted to /dashboard/{mode}/actions/{action}. */
  action: string;
  submit: string;
  children?: ReactNode;
  /** Hidden fields that are sent with the form. */
  values?: Readonly<Record<string, string>>;
  /**
   * The message after success, or a function that makes it from the server's answer. Without one, the refreshed page
   * alone shows the change.
   */
  done?: string | ((data: Readonly<Record<string, unknown>>) => string);
  /** The URL to open after success. */
  next?: string;
  /** Labels of the secrets in the server's answer. The page shows these values once, instead of the form. */
  reveals?: Readonly<Record<string, string>>;
  /** The text above the values that are shown once. */
  revealNote?: string;
  /** Renders a part of the server's answer below the form. The form stays visible. */
  outcome?: (data: Readonly<Record<string, unknown>>) => ReactNode;
  kind?: "primary" | "quiet" | "danger";
  /** The question that the member must confirm before the form is sent. */
  confirm?: string;
};

/**
 * The form component for every action of the dashboard. It sends the fields, shows errors at the fields, and refreshes
 * the page after success.
 */
export function ActionForm({ action, submit, children, values = {}, kind = "primary", confirm, ...after }: Props) {
  const router = useRouter();
  const [sent, setSent] = useState<Sent | "sending" | null>(null);
  const summary = useRef<HTMLDivElement>(null);
  const isReady = useIsScripted();
  const isSending = sent === "sending";
  const refusal = sent !== null && sent !== "sending" && !sent.isDone ? sent : null;
  const answer = sent !== null && sent !== "sending" && sent.isDone ? sent : null;

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending || (confirm && !window.confirm(confirm))) return;
    const form = event.currentTarget;
    setSent("sending");
    const result = await sendForm(form);
    setSent(result);
    if (!result.isDone) {
      requestAnimationFrame(() => summary.current?.focus());
      return;
    }
    const onward = result.next ?? after.next;
    if (onward) window.location.assign(onward);
    else if (!after.reveals && !after.outcome) finish(form);
  }

  function finish(form: HTMLFormElement | null) {
    form?.reset();
    router.refresh();
  }

  if (answer && after.reveals) {
    const values = revealedOf(answer.data, after.reveals);
    return (
      <RevealedValues
        values={values}
        note={after.revealNote ?? "Copy it now: it is not shown again."}
        onClose={() => {
          setSent(null);
          finish(null);
        }}
      />
    );
  }
  return (
    <form method="post" action={action} onSubmit={handleSubmit} className={styles.form} noValidate>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {refusal && (
        <div ref={summary} tabIndex={-1} className={styles.refusal} data-testid="form-problem">
          {refusal.message}
        </div>
      )}
      <FormProblems value={refusal?.errors ?? {}}>{children}</FormProblems>
      <div className={styles.foot}>
        <button type="submit" className={styles[kind]} disabled={!isReady} aria-disabled={isSending}>
          {submit}
        </button>
        <span role="status" className={styles.done}>
          {answer && !after.next ? saidOf(after.done, answer.data) : ""}
        </span>
      </div>
      {after.outcome && <div role="status">{answer && after.outcome(answer.data)}</div>}
    </form>
  );
}

const never = () => () => {};

/** False until JavaScript runs. Forms need it: a form that the browser posts itself could not show the answer. */
const useIsScripted = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

function saidOf(done: Props["done"] = "Done.", data: Readonly<Record<string, unknown>>): string {
  return typeof done === "function" ? done(data) : done;
}

function revealedOf(data: Readonly<Record<string, unknown>>, labels: Readonly<Record<string, string>>): Revealed[] {
  const shown = Object.entries(labels).filter(([field]) => data[field] !== undefined);
  return shown.map(([field, label]) => ({ label, value: String(data[field]) }));
}
