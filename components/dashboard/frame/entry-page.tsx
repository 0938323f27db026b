import type { ReactNode } from "react";
import styles from "./entry-page.module.css";

/** The layout of pages for signed-out visitors. */
export function EntryPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <p>
        <a href="/" className={styles.brand}>
          Tradewind
        </a>
      </p>
      <h1>{title}</h1>
      {children}
    </main>
  );
}

/** The page for a mail's link that is expired or was already used. */
export function DeadLink({ again }: { again?: string }) {
  return (
    <EntryPage title="This link is over">
      <p>It was used already, or is too old. {again ? "" : "Ask whoever invited you for a new one."}</p>
      <p>
        {again && <a href={again}>Ask for a new one</a>}
        <a href="/dashboard/sign-in">Sign in</a>
      </p>
    </EntryPage>
  );
}
