import type { ReactNode } from "react";

/** A page with a message only. Its styles are in tokens.css, because every page would fetch a separate file. */
export function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="message">
      <h1>{title}</h1>
      {children}
    </main>
  );
}
