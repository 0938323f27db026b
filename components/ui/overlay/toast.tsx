"use client";

import { CircleCheck, CircleX, X } from "lucide";
import { useEffect, useRef, useState } from "react";
import iconButton from "@/components/ui/form/icon-button.module.css";
import { Icon } from "@/components/ui/icon";
import styles from "./toast.module.css";

export type ToastMessage = {
  text: string;
  link?: { href: string; label: string };
  /** Errors stay until they are closed. Validation errors are never toasts. */
  tone?: "success" | "danger";
};

const eventName = "tradewind:toast";
const storageKey = "toast";
const shownMs = 6000;

/** Shows a message at the bottom of the page. Returns false if the page has no `ToastRegion`. */
export function showToast(message: ToastMessage): boolean {
  return !window.dispatchEvent(new CustomEvent(eventName, { detail: message, cancelable: true }));
}

/** Shows the message on the page that the browser opens next. */
export function showToastAfterNavigation(message: ToastMessage): void {
  sessionStorage.setItem(storageKey, JSON.stringify(message));
}

function takeStored(): ToastMessage | null {
  const stored = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  return stored === null ? null : JSON.parse(stored);
}

/** The place of toasts. One is shown at a time, and it stays while it has the pointer or the focus. */
export function ToastRegion() {
  const [toast, setToast] = useState<ToastMessage | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keep = () => clearTimeout(timer.current);
  const close = () => setToast(null);
  useEffect(() => {
    const show = (event: Event) => {
      event.preventDefault();
      setToast((event as CustomEvent<ToastMessage>).detail);
    };
    window.addEventListener(eventName, show);
    setToast(takeStored());
    return () => window.removeEventListener(eventName, show);
  }, []);
  const isError = toast?.tone === "danger";
  const startTimer = () => {
    keep();
    if (!isError) timer.current = setTimeout(() => setToast(null), shownMs);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new toast starts its own time
  useEffect(() => {
    if (toast) startTimer();
    return keep;
  }, [toast]);
  const content = toast && (
    // biome-ignore lint/a11y/noStaticElementInteractions: the toast only stays longer under the pointer
    <div
      className={styles.toast}
      data-tone={toast.tone ?? "success"}
      onMouseEnter={keep}
      onMouseLeave={startTimer}
      onFocus={keep}
      onBlur={startTimer}
    >
      <Icon of={isError ? CircleX : CircleCheck} />
      <span>{toast.text}</span>
      {toast.link && <a href={toast.link.href}>{toast.link.label}</a>}
      <button type="button" onClick={close} aria-label="Close message" className={iconButton.button}>
        <Icon of={X} />
      </button>
    </div>
  );
  return (
    <div className={styles.region}>
      <div role="status">{!isError && content}</div>
      <div role="alert">{isError && content}</div>
    </div>
  );
}
