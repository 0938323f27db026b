"use client";

import type { ReactNode, RefObject } from "react";
import { Notice } from "@/components/ui/notice";
import styles from "./error-summary.module.css";

type Props = {
  boxRef: RefObject<HTMLElement | null>;
  title: string;
  /** The id of the title, which names the box. */
  titleId: string;
  testId: string;
  role?: "alert" | undefined;
  /** Whether there is a space below the box. A form that is a grid has its own. */
  isApart?: boolean;
  children: ReactNode;
};

/** The message above a form that was refused. It takes the focus, so that it is read aloud first. */
export const SummaryBox = ({ boxRef, title, titleId, testId, role, isApart = false, children }: Props) => (
  <section
    ref={boxRef}
    tabIndex={-1}
    role={role}
    aria-labelledby={titleId}
    data-testid={testId}
    className={isApart ? `${styles.box} ${styles.apart}` : styles.box}
  >
    <Notice tone="danger" title={<span id={titleId}>{title}</span>}>
      {children}
    </Notice>
  </section>
);

/** An error, and the id of its field, or of the group of its fields. */
export type SummaryItem = { id: string; text: string };

type LinksProps = { items: readonly SummaryItem[] /** Moves the focus to a field. */; onChoose: (id: string) => void };

/** The errors as links to their fields. */
export const SummaryLinks = ({ items, onChoose }: LinksProps) => (
  <ul>
    {items.map(({ id, text }) => (
      <li key={id}>
        <a
          href={`#${id}`}
          onClick={(event) => {
            event.preventDefault();
            onChoose(id);
          }}
        >
          {text}
        </a>
      </li>
    ))}
  </ul>
);

/** For support people, who find the request in the logs. */
export const Reference = ({ children }: { children: string }) => (
  <p className={styles.reference}>Reference {children}</p>
);
