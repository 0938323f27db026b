"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useRef, useState, useSyncExternalStore } from "react";
import styles from "./form.module.css";
import { FormProblems } from "./form-problems";
import { type Revealed, RevealedValues } from "./revealed-values";
import { type Sent, sendForm } from "./send-form";

type Props = {
  /** Where it is sent: /dashboard/{mode}/actions/{action}. */
  action: string;
  submit: string;
  children?: ReactNode;
  /** Fields that are sent as they are. */
  values?: Readonly<Record<string, string>>;
  /** Said after it was done, maybe by what was answered. Without it the page itself shows what changed. */
  done?: string | ((data: Readonly<Record<string, unknown>>) => string);
  /** Where to go on after it was done. */
  next?: string;
  /** What of the answer is shown, once: its fields, by what they are called. */
  reveals?: Readonly<Record<string, string>>;
  /** Said above it. */
  revealNote?: string;
  /** What of the answer is shown below the form, which stays as it is. */
  outcome?: (data: Readonly<Record<string, unknown>>) => ReactNode;
  kind?: "primary" | "quiet" | "danger";
  /** Asked before it is sent. */
  confirm?: string;
};

/**
 * Every form of the dashboard. It sends its fields, shows what was wrong at each of them, and brings the page up to
 * date when it was done.
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

/** False until our script is there: a form that the browser sent by itself could not show what was answered. */
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
