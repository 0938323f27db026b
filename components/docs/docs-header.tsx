import { Search } from "lucide";
import key from "@/components/ui/key.module.css";
import { Unseen } from "@/components/ui/unseen";
import { BrandSymbol } from "../ui/brand/mark";
import buttons from "../ui/button.module.css";
import { Icon } from "../ui/icon";
import popover from "../ui/overlay/popover.module.css";
import styles from "./header.module.css";

type Props = { isSandbox: boolean; isReference: boolean; query: string };

/** The top bar. Its search is a plain form. `public/docs.js` adds suggestions and the key "/". */
export function DocsHeader({ isSandbox, isReference, query }: Props) {
  return (
    <header className={styles.header}>
      <div className={styles.brand}>
        <a href="/">
          <BrandSymbol />
          Tradewind
        </a>
        <a href="/docs">Docs</a>
      </div>
      <search className={styles.search}>
        <form action="/docs/search">
          <label>
            <Icon of={Search} />
            <Unseen>Search the docs</Unseen>
            <input
              type="search"
              name="q"
              placeholder="Search the docs"
              defaultValue={query}
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
            />
          </label>
          <span className={`${key.key} ${styles.key}`} aria-hidden="true">
            /
          </span>
        </form>
        <div className={`${popover.popover} ${styles.suggestions}`} data-suggestions hidden />
      </search>
      <nav aria-label="Site" className={styles.links}>
        <a href="/docs/search" className={styles.searchLink} aria-label="Search the docs">
          <Icon of={Search} size={20} />
        </a>
        <a href="/docs/reference" className={styles.wide} aria-current={isReference ? "true" : undefined}>
          API reference
        </a>
        {isSandbox && (
          <a href="/demo" className={styles.wide}>
            Demo shop
          </a>
        )}
        <a href="/dashboard" className={`${buttons.secondary} ${styles.dashboard}`}>
          Dashboard
        </a>
      </nav>
    </header>
  );
}
