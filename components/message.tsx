import type { ReactNode } from "react";

/** A page that shows only a message. Its styles are in tokens.css, so that pages do not load an extra CSS file. */
export function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="message">
      <h1>{title}</h1>
      {children}
    </main>
  );
}
