"use client";

import { ArrowLeft, type IconNode, Search, X } from "lucide";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import iconButton from "@/components/ui/form/icon-button.module.css";
import searchBox from "@/components/ui/form/search-box.module.css";
import { Icon } from "@/components/ui/icon";
import key from "@/components/ui/key.module.css";
import styles from "./search.module.css";
import { optionId, SearchPanel } from "./search-panel";
import { useSearch } from "./use-search";

const listId = "search-results";

/**
 * Searches payments, payers and payment links while the member types. The key `/` focuses the field. On a phone, a
 * button opens the field over the whole screen. The field has no name, so its text gets into no address: without
 * JavaScript, the form opens the list of payments.
 */
export function SearchField({ mode }: { mode: string }) {
  const place = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const search = useSearch(`/dashboard/${mode}/actions/search`);
  const { text, answer, options } = search;
  const isShown = isOpen && text.trim() !== "" && answer !== null;
  const list = `/dashboard/${mode}/transactions`;

  useSlash(() => field.current?.focus());

  function type(next: string) {
    setIsOpen(true);
    search.type(next);
  }

  function close() {
    setIsOpen(false);
    field.current?.blur();
  }

  function clear() {
    if (field.current) field.current.value = "";
    type("");
    field.current?.focus();
  }

  return (
    <search
      ref={place}
      // A click beside the results keeps them open.
      tabIndex={-1}
      className={styles.search}
      data-open={isOpen ? "" : undefined}
      onBlur={({ relatedTarget }) => !place.current?.contains(relatedTarget) && setIsOpen(false)}
    >
      <form
        method="get"
        action={list}
        className={`${searchBox.box} ${styles.form}`}
        onSubmit={(event) => {
          event.preventDefault();
          search.enter();
        }}
      >
        <IconButton label="Close search" className={styles.back} of={ArrowLeft} onClick={close} />
        <Icon of={Search} />
        <Combobox
          field={field}
          chosen={isShown && options.length > 0 ? search.chosen : null}
          onType={type}
          onFocus={() => setIsOpen(true)}
          onStep={search.step}
          onEscape={close}
        />
        {text === "" ? (
          <kbd className={key.key}>/</kbd>
        ) : (
          <IconButton label="Clear search" className={styles.clear} of={X} onClick={clear} />
        )}
      </form>
      {isShown && <SearchPanel id={listId} answer={answer} chosen={search.chosen} onChoose={search.choose} />}
      <a
        href={list}
        className={styles.opener}
        aria-label="Search"
        onClick={(event) => {
          event.preventDefault();
          setIsOpen(true);
          requestAnimationFrame(() => field.current?.focus());
        }}
      >
        <Icon of={Search} size={20} />
      </a>
    </search>
  );
}

type IconButtonProps = { label: string; className: string | undefined; of: IconNode; onClick: () => void };

const IconButton = ({ label, className, of, onClick }: IconButtonProps) => (
  <button type="button" className={`${iconButton.button} ${className}`} aria-label={label} onClick={onClick}>
    <Icon of={of} />
  </button>
);

type ComboboxProps = {
  field: RefObject<HTMLInputElement | null>;
  /** The index of the chosen result. Null while no results are shown. */
  chosen: number | null;
  onType: (text: string) => void;
  onFocus: () => void;
  onStep: (by: 1 | -1) => void;
  onEscape: () => void;
};

function Combobox({ field, chosen, onType, onFocus, onStep, onEscape }: ComboboxProps) {
  function handleKey(event: KeyboardEvent) {
    if (event.key === "Escape") onEscape();
    if (chosen === null || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    onStep(event.key === "ArrowDown" ? 1 : -1);
  }
  return (
    <input
      ref={field}
      type="text"
      role="combobox"
      aria-label="Search payments, payers, links"
      aria-keyshortcuts="/"
      aria-autocomplete="list"
      aria-expanded={chosen !== null}
      aria-controls={listId}
      aria-activedescendant={chosen === null ? undefined : optionId(chosen)}
      placeholder="Search payments, payers, links"
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      onInput={({ currentTarget }) => onType(currentTarget.value)}
      onFocus={onFocus}
      onKeyDown={handleKey}
    />
  );
}

/** Calls `act` when the member presses `/` and is not typing. */
function useSlash(act: () => void) {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const handle = (event: globalThis.KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest("input, textarea, select, dialog") !== null;
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, []);
}
