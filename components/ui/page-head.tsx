import { ChevronRight } from "lucide";
import { Fragment, type ReactNode } from "react";
import { Icon } from "./icon";
import styles from "./page-head.module.css";

type Props = {
  title: ReactNode;
  /** The address of a picture before the title. */
  picture?: string | null;
  /** A count, badge or date beside the title. */
  aside?: ReactNode;
  /** At most one primary button, and secondary ones before it. */
  actions?: ReactNode;
  /** The breadcrumb of a detail page: the pages above it, then the page's own name. */
  trail?: readonly { label: string; href?: string }[];
  /** The sentence below the title. */
  children?: ReactNode;
};

/** The head of a page. The title is the page's only `<h1>`. */
export function PageHead({ title, picture, aside, actions, trail, children }: Props) {
  return (
    <header className={styles.head}>
      {trail && <Trail trail={trail} />}
      <div className={styles.row}>
        {/* biome-ignore lint/performance/noImgElement: our pictures are already optimised */}
        {picture && <img className={styles.picture} src={picture} width={48} height={48} alt="" />}
        <div className={styles.text}>
          <div className={styles.titleRow}>
            <h1>{title}</h1>
            {aside && <div className={styles.aside}>{aside}</div>}
          </div>
          {children && <div className={styles.lead}>{children}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </header>
  );
}

function Trail({ trail }: Required<Pick<Props, "trail">>) {
  return (
    <nav aria-label="Breadcrumb" className={styles.trail}>
      {trail.map(({ label, href }, index) => (
        <Fragment key={label}>
          {index > 0 && <Icon of={ChevronRight} size={14} />}
          {href ? <a href={href}>{label}</a> : <span aria-current="page">{label}</span>}
        </Fragment>
      ))}
    </nav>
  );
}
