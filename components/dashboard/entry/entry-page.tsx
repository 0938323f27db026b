import type { ReactNode } from "react";
import { HomeLink } from "@/components/dashboard/ui/home-link";
import { env } from "@/lib/kit/env";
import styles from "./entry-page.module.css";
import { SeaPicture } from "./sea-picture";

type Props = { title: string; lead?: ReactNode; children?: ReactNode };

/** The layout of pages for signed-out visitors. `lead` stands below the title. On a phone there is no picture. */
export function EntryPage({ title, lead, children }: Props) {
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <header className={styles.header}>
          <HomeLink href="/" />
        </header>
        <main className={styles.main}>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
          {children}
        </main>
        <footer className={styles.footer}>
          <a href="/docs">Docs</a>
          {env().SEED_SANDBOX && <a href="/demo">Demo shop</a>}
        </footer>
      </div>
      <div className={styles.picture} aria-hidden="true">
        <SeaPicture />
        <p className={styles.claim}>
          Card payments
          <br />
          for the Caribbean
        </p>
        <p className={styles.reason}>Six currencies, one checkout page, and results your server can verify.</p>
      </div>
    </div>
  );
}

/** The page for a mail's link that is expired or was already used. */
export function DeadLink({ again }: { again?: string }) {
  return (
    <EntryPage
      title="This link has expired"
      lead={`It was already used, or it is too old. ${again ? "" : "Ask the person who invited you for a new one."}`}
    >
      <p className={styles.links}>
        {again && <a href={again}>Get a new link</a>}
        <a href="/dashboard/sign-in">Sign in</a>
      </p>
    </EntryPage>
  );
}
