"use client";

import type { ReactNode, RefObject } from "react";
import styles from "./screen.module.css";

export type HeadingRef = RefObject<HTMLHeadingElement | null>;

type Props = { heading: string; headingRef: HeadingRef; icon?: ReactNode; children: ReactNode };

/** A screen that replaces the payment form. Its heading takes the focus, so that screen readers announce it. */
export function Screen({ heading, headingRef, icon, children }: Props) {
  return (
    <div className={styles.screen}>
      {icon}
      <h1 ref={headingRef} id="heading" tabIndex={-1} className={styles.heading}>
        {heading}
      </h1>
      {children}
    </div>
  );
}
