"use client";

import { FlaskConical } from "lucide";
import { Icon } from "@/components/ui/icon";
import styles from "./checkout.module.css";
import { useWords } from "./words-context";

/** Says on every page of a sandbox payment that no money is taken. */
export function TestBanner() {
  const { page } = useWords();
  return (
    <aside className={styles.test}>
      <Icon of={FlaskConical} />
      <p>{page.test}</p>
    </aside>
  );
}
