import { Download } from "lucide";
import type { Part } from "@/lib/docs/markdown";
import type { DocsPage } from "@/lib/docs/pages";
import { CodeGroup } from "../code/code-group";
import { Icon } from "../ui/icon";
import styles from "./article.module.css";
import { FieldTable } from "./field-table";
import shared from "./page.module.css";
import { PageTop } from "./page-top";
import { SampleAccount } from "./sample-account";
import { SendRequest } from "./send-request";

type Neighbours = { previous: DocsPage | undefined; next: DocsPage | undefined };

/** A guide, or a page of the reference that lists operations. The table of contents is beside it in a wide window. */
export function DocsArticle({ page, previous, next }: Neighbours & { page: DocsPage }) {
  const { crumbs, title, lead, parts, markdown } = page;
  return (
    <div className={`${shared.page} ${styles.layout}`}>
      <article className={styles.article}>
        <PageTop markdown={markdown.address}>{crumbs.join(" · ")}</PageTop>
        <h1>{title}</h1>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from our own Markdown, without outside input */}
        {lead && <div className={`${styles.prose} ${styles.lead}`} dangerouslySetInnerHTML={{ __html: lead }} />}
        {parts.map((part, index) => {
          const name = `part-${index}`;
          return <ArticlePart key={name} name={name} part={part} />;
        })}
        <Neighbours previous={previous} next={next} />
      </article>
      <Contents page={page} />
    </div>
  );
}

function ArticlePart({ name, part }: { name: string; part: Part }) {
  switch (part.kind) {
    case "html":
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from our own Markdown, without outside input
      return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: part.html }} />;
    case "code":
      return <CodeGroup name={name} samples={part.samples} answer={part.answer} />;
    case "fields":
      return <FieldTable rows={part.rows} isRequest />;
    case "account":
      return <SampleAccount accountNumber={part.accountNumber} name={part.name} />;
    case "send":
      return <SendRequest fields={part.fields} />;
  }
}

/** Links to the pages before and after a page, in reading order. */
function Neighbours({ previous, next }: Neighbours) {
  if (!previous && !next) return null;
  return (
    <nav aria-label="Previous and next page" className={styles.neighbours}>
      {previous && (
        <a href={previous.address}>
          <span>Previous</span> {previous.title}
        </a>
      )}
      {next && (
        <a href={next.address} className={styles.next}>
          <span>Next</span> {next.title}
        </a>
      )}
    </nav>
  );
}

function Contents({ page: { headings } }: { page: DocsPage }) {
  const main = headings.filter(({ depth }) => depth === 2);
  return (
    <aside className={styles.contents}>
      {main.length > 0 && (
        <nav aria-labelledby="contents">
          <h2 id="contents">On this page</h2>
          <ul data-contents>
            {main.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <a href="/api/openapi.json" download className={styles.download}>
        <Icon of={Download} size={14} />
        OpenAPI document
      </a>
    </aside>
  );
}
