import { Menu } from "lucide";
import type { DocsGroup } from "@/lib/docs/pages";
import { Icon } from "../ui/icon";
import styles from "./navigation.module.css";

type Props = {
  groups: readonly DocsGroup[];
  current: string | null;
  place: "beside" | "above";
  /** Whether the menu also leads to the demo shop, for which the top bar has no room in narrow windows. */
  hasDemo?: boolean;
};

/** The pages by group: beside the content, or above it in narrow windows, where they unfold. */
export function DocsNavigation({ groups, current, place, hasDemo = false }: Props) {
  const list = (
    <nav aria-label="Docs" className={styles.navigation}>
      {groups.map(({ title, address, pages }) => (
        <div key={title}>
          <p className={styles.group}>{address ? <a href={address}>{title}</a> : title}</p>
          <ul>
            {pages.map((page) => (
              <li key={page.address}>
                <a href={page.address} aria-current={page.address === current ? "page" : undefined}>
                  {page.title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {hasDemo && (
        <p className={styles.group}>
          <a href="/demo">Demo shop</a>
        </p>
      )}
    </nav>
  );
  if (place === "beside") return <div className={styles.beside}>{list}</div>;
  return (
    <details className={styles.unfolding}>
      <summary>
        <Icon of={Menu} />
        All pages
      </summary>
      {list}
    </details>
  );
}
