import type { ReactNode } from "react";
import styles from "./message.module.css";

/** A page that only has something to say. */
export function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
