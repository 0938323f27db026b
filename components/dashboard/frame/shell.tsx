import type { ReactNode } from "react";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { type Menu, ModeSwitch, NavLinks } from "./navigation";
import styles from "./shell.module.css";

type Props = {
  mode: "test" | "live";
  canGoLive: boolean;
  account: { name: string; number: string };
  email: string;
  menu: Menu;
  children: ReactNode;
};

/** The layout of every dashboard page: account, environment and navigation. */
export function Shell({ mode, canGoLive, account, email, menu, children }: Props) {
  return (
    <div className={styles.shell} data-mode={mode}>
      <a href="#main" className={styles.skip}>
        Skip to the content
      </a>
      <header className={styles.header}>
        <a href={`/dashboard/${mode}`} className={styles.brand}>
          Tradewind
        </a>
        <span className={styles.account}>
          {account.name} <span className={styles.number}>{account.number}</span>
        </span>
        <ModeSwitch mode={mode} canGoLive={canGoLive} />
      </header>
      {mode === "test" && (
        <section aria-label="Test mode" className={styles.banner}>
          Test mode: no money moves here.
        </section>
      )}
      <details className={styles.fold}>
        <summary>Menu</summary>
        <NavLinks mode={mode} menu={menu} label="Menu" />
      </details>
      <aside className={styles.side}>
        <NavLinks mode={mode} menu={menu} label="Dashboard" />
        <div className={styles.who}>
          <span>{email}</span>
          <ActionForm action="/dashboard/actions/sign-out" submit="Sign out" kind="quiet" />
        </div>
      </aside>
      <main id="main" className={styles.main}>
        {children}
      </main>
    </div>
  );
}
