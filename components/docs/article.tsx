import type { DocsPage } from "@/lib/docs/pages";
import { CodeGroup } from "../code/code-group";
import styles from "./docs.module.css";

export function DocsArticle({ page: { title, parts } }: { page: DocsPage }) {
  return (
    <article className={styles.article}>
      <h1>{title}</h1>
      {parts.map((part, index) => {
        const place = `part-${index}`;
        if (part.kind === "code") {
          return <CodeGroup key={place} name={place} samples={part.samples} answer={part.answer} />;
        }
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from our own Markdown, without outside input
        return <div key={place} className={styles.prose} dangerouslySetInnerHTML={{ __html: part.html }} />;
      })}
    </article>
  );
}
