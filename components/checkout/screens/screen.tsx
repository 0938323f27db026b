"use client";

import type { ReactNode, RefObject } from "react";
import styles from "./screen.module.css";

export type HeadingRef = RefObject<HTMLHeadingElement | null>;

type Props = { heading: string; headingRef: HeadingRef; icon?: ReactNode; children: ReactNode };

/** A screen that takes the form's place. Its heading takes the focus, so that it is read out. */
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
