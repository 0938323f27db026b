"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { rememberInBrowser } from "@/components/dashboard/ui/remember-in-browser";
import buttons from "@/components/ui/button.module.css";
import { CopyButton } from "@/components/ui/copy-button";
import { startCookies } from "@/lib/reference/start-here";
import styles from "./start-here.module.css";

/** The account number with a button that copies it. Copying ticks the step. */
export function CopyNumber({ accountNumber }: { accountNumber: string }) {
  const router = useRouter();
  const tick = () => {
    rememberInBrowser(startCookies(accountNumber).copied, "1");
    router.refresh();
  };
  return (
    <span className={styles.number}>
      {accountNumber}
      <CopyButton text={accountNumber} label="your account number" onCopied={tick} />
    </span>
  );
}

/** Hides a part of the page. The browser remembers it. */
export function HideButton({ cookie, children }: { cookie: string; children: string }) {
  const router = useRouter();
  const hide = () => {
    rememberInBrowser(cookie, "1");
    router.refresh();
  };
  return (
    <button type="button" className={`${buttons.quiet} ${buttons.small} ${styles.hide}`} onClick={hide}>
      {children}
    </button>
  );
}

const pollMs = 4000;

type WaitingProps = { mode: string; until: "requested" | "paid" | "verified"; children: string };

/** Asks for the steps until one is done, while the page is visible. Then the page shows the next step by itself. */
export function Waiting({ mode, until, children }: WaitingProps) {
  const router = useRouter();
  useEffect(() => {
    const ask = async () => {
      if (document.visibilityState !== "visible") return;
      const response = await fetch(`/dashboard/${mode}/start-here`, { redirect: "error" }).catch(() => null);
      const steps = response?.ok ? await response.json() : null;
      if (steps?.[until]) router.refresh();
    };
    const timer = setInterval(ask, pollMs);
    return () => clearInterval(timer);
  }, [mode, until, router]);
  return (
    <span className={styles.waiting} role="status">
      {children}
    </span>
  );
}
