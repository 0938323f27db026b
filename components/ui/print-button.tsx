"use client";

import type { ReactNode } from "react";
import buttons from "./button.module.css";

/** Opens the browser's print dialog. */
export function PrintButton({ children }: { children: ReactNode }) {
  return (
    <button type="button" className={buttons.primary} onClick={() => print()}>
      {children}
    </button>
  );
}
