import type { ReactNode } from "react";
import styles from "./message.module.css";
import { Wordmark } from "./ui/brand/mark";

/** A page that shows only a message. */
export function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <a href="/" className={styles.brand}>
        <Wordmark />
      </a>
      <main className={styles.message}>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}
