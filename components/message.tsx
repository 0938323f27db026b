import type { ReactNode } from "react";

/** A page that only has something to say. Its style stands in tokens.css: a file of its own would be fetched by every page. */
export function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="message">
      <h1>{title}</h1>
      {children}
    </main>
  );
}
