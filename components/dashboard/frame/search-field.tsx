"use client";

import { Search } from "lucide";
import { useEffect, useRef } from "react";
import searchBox from "@/components/ui/form/search-box.module.css";
import { Icon } from "@/components/ui/icon";
import styles from "./top-bar.module.css";

/** Searches the transaction list. The key `/` focuses the field. */
export function SearchField({ mode }: { mode: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focusOnSlash = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest("input, textarea, select, dialog") !== null;
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener("keydown", focusOnSlash);
    return () => document.removeEventListener("keydown", focusOnSlash);
  }, []);
  return (
    <search className={styles.search}>
      <form method="get" action={`/dashboard/${mode}/transactions`} className={searchBox.box}>
        <Icon of={Search} />
        <input
          ref={field}
          type="search"
          name="search"
          aria-label="Search payments, orders, customers"
          aria-keyshortcuts="/"
          placeholder="Search payments, orders, customers"
          autoComplete="off"
        />
        <kbd>/</kbd>
      </form>
    </search>
  );
}
