"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import buttons from "@/components/ui/button.module.css";
import { FormProblems } from "@/components/ui/form/field";
import { type Confirmation, ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { showToast, showToastAfterNavigation, type ToastMessage } from "@/components/ui/overlay/toast";
import { useIsScripted } from "@/components/ui/use-is-scripted";
import { fillIn } from "@/lib/kit/text/fill-in";
import styles from "./action-form.module.css";
import { FormRefusal, showRefusal } from "./form-refusal";
import { type Made, type Revealed, RevealedValues } from "./revealed-values";
import { type Sent, sendForm } from "./send-form";

type Data = Readonly<Record<string, unknown>>;

type Props = {
  /** The form is posted to /dashboard/{mode}/actions/{action}. */
  action: string;
  submit: string;
  /** An icon before the text of the button. */
  icon?: ReactNode;
  /** The text of the button while the form is sent. */
  busy?: string;
  children?: ReactNode;
  /** Hidden fields that are sent with the form. */
  values?: Readonly<Record<string, string>>;
  /**
   * The toast after success, or a function that makes it from the server's answer and the fields that were sent.
   * Without one, the refreshed page alone shows the change.
   */
  done?: string | ToastMessage | ((data: Data, fields: FormData) => string | ToastMessage);
  /** The URL to open after success, or a function that makes it from the server's answer. */
  next?: string | ((data: Data) => string);
  /** Labels of the secrets in the server's answer. The page shows these values once, instead of the form. */
  reveals?: Readonly<Record<string, string>>;
  /** The text above the values that are shown once. */
  revealNote?: string;
  /** What was made and the next step, beside the values that are shown once. {fields} of the answer are filled in. */
  made?: Made;
  /** `plain` has no style of its own. */
  kind?: "primary" | "secondary" | "quiet" | "danger" | "plain";
  size?: "small" | "large";
  /** The URL that Cancel leads to, in a dialog. It opens, too, when the member closes the secrets of `reveals`. */
  cancelHref?: string;
  /** A sentence beside the buttons. */
  footNote?: ReactNode;
  /** Finds errors before the question of `confirm`, by field name. The server checks everything again. */
  check?: (fields: FormData) => Readonly<Record<string, string>>;
  /** The question that the member must confirm before the form is sent. */
  confirm?: Confirmation;
};

/**
 * The form component for every action of the dashboard. It sends the fields, shows errors at the fields, and refreshes
 * the page after success.
 */
export function ActionForm({ action, submit, children, values = {}, kind = "primary", ...props }: Props) {
  const { confirm, check, cancelHref, footNote, busy = "Saving…", icon, size, ...after } = props;
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { sent, setSent, send, finish } = useSending(after);
  // A form that the browser posts itself could not show the answer.
  const isReady = useIsScripted();
  const isSending = sent === "sending";
  const refusal = sent !== null && sent !== "sending" && !sent.isDone ? sent : null;
  const answer = sent !== null && sent !== "sending" && sent.isDone ? sent : null;

  useEffect(() => {
    if (refusal) showRefusal(form.current, summary.current);
  }, [refusal]);

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const errors = check?.(new FormData(event.currentTarget)) ?? {};
    if (Object.keys(errors).length > 0) setSent({ isDone: false, message: "", errors });
    else if (confirm) setIsAsking(true);
    else send(event.currentTarget);
  }

  function handleAnswer(isConfirmed: boolean) {
    setIsAsking(false);
    if (isConfirmed && form.current) send(form.current);
  }

  if (answer && after.reveals) {
    const close = () => {
      const toast = toastOf(after.done, answer);
      if (toast) showToast(toast);
      setSent(null);
      finish(null, cancelHref);
    };
    return (
      <RevealedValues
        values={revealedOf(answer.data, after.reveals)}
        note={after.revealNote}
        made={after.made && madeOf(answer.data, after.made)}
        onClose={close}
      />
    );
  }
  const look = kind === "plain" ? styles.plain : `${buttons[kind]} ${size ? buttons[size] : ""}`;
  return (
    <form ref={form} method="post" action={action} onSubmit={handleSubmit} className={styles.form} noValidate>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {refusal && <FormRefusal refusal={refusal} form={form.current} boxRef={summary} />}
      <div className={styles.fields}>
        <FormProblems value={refusal?.errors ?? {}}>{children}</FormProblems>
      </div>
      <div className={styles.foot}>
        {footNote && <span className={styles.footNote}>{footNote}</span>}
        {cancelHref && (
          <Link href={cancelHref} scroll={false} prefetch={false} className={buttons.secondary}>
            Cancel
          </Link>
        )}
        <button type="submit" className={look} disabled={!isReady} aria-disabled={isSending}>
          <BusyLabel isBusy={isSending} busy={busy}>
            {icon}
            {submit}
          </BusyLabel>
        </button>
        <span role="status" className={styles.done}>
          {answer && !answer.isToasted && !after.next ? textOf(after.done, answer) : ""}
        </span>
      </div>
      {isAsking && confirm && (
        <ConfirmDialog isDangerous={kind === "danger"} {...confirm} submit={submit} onAnswer={handleAnswer} />
      )}
    </form>
  );
}

type BusyProps = { isBusy: boolean; busy: string; children: ReactNode };

/** The text of the button, or a spinner and the text for "busy". The wider of both sets the button's width. */
const BusyLabel = ({ isBusy, busy, children }: BusyProps) => (
  <span className={styles.labels}>
    <span data-hidden={isBusy ? "" : undefined}>{children}</span>
    <span data-hidden={isBusy ? undefined : ""} aria-hidden={!isBusy}>
      <span className={buttons.spinner} />
      {busy}
    </span>
  </span>
);

type Answer = Sent | (Sent & { isDone: true; isToasted: boolean });
type After = Pick<Props, "done" | "next" | "reveals">;

/** Sends the form, then shows the toast, opens the next page or refreshes this one. */
function useSending(after: After) {
  const router = useRouter();
  const [sent, setSent] = useState<(Answer & { isToasted?: boolean }) | "sending" | null>(null);

  function finish(form: HTMLFormElement | null, href?: string) {
    form?.reset();
    if (href) router.push(href, { scroll: false });
    router.refresh();
  }

  async function send(form: HTMLFormElement) {
    setSent("sending");
    const result = await sendForm(form);
    if (!result.isDone) {
      setSent(result);
      return;
    }
    const toast = toastOf(after.done, result);
    const onward = result.next ?? (typeof after.next === "function" ? after.next(result.data) : after.next);
    if (onward && toast) showToastAfterNavigation(toast);
    // Secrets are shown in a dialog, which would hide the toast. It follows when the member closes them.
    const isToasted = onward !== undefined || (toast !== null && !after.reveals && showToast(toast));
    setSent({ ...result, isToasted });
    if (onward) window.location.assign(onward);
    else if (!after.reveals) finish(form);
  }
  return { sent, setSent, send, finish };
}

type Success = Pick<Sent & { isDone: true }, "data" | "fields">;

function toastOf(done: Props["done"], { data, fields }: Success): ToastMessage | null {
  const toast = typeof done === "function" ? done(data, fields) : done;
  if (typeof toast === "object") return toast;
  return toast ? { text: toast } : null;
}

const textOf = (done: Props["done"], answer: Success): string => toastOf(done, answer)?.text ?? "";

function madeOf(data: Data, { title, next, link }: Made): Made {
  const texts = Object.entries(data).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  const values = Object.fromEntries(texts);
  return { title: fillIn(title, values), next, link: { ...link, href: fillIn(link.href, values) } };
}

function revealedOf(data: Data, labels: Readonly<Record<string, string>>): Revealed[] {
  const shown = Object.entries(labels).filter(([field]) => data[field] !== undefined);
  return shown.map(([field, label]) => ({ label, value: String(data[field]) }));
}
