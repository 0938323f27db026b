"use client";

import { useState, useSyncExternalStore } from "react";
import unseen from "@/components/ui/unseen.module.css";
import styles from "./code.module.css";

type Props = { name: string; labels: readonly string[]; choice: "Language" | "Status" };

/** The key in the browser's storage, and the name of the event that tells the other blocks of the page. */
const languageKey = "code-language";

/**
 * Tabs of a code block as radio buttons: the CSS of the block shows the chosen one, also without JavaScript. The
 * language is remembered. On the landing page and in the docs of a production build, `public/copy.js` remembers it
 * without React.
 */
export function CodeTabs({ name, labels, choice }: Props) {
  const language = useSyncExternalStore(subscribe, readLanguage, () => null);
  const [own, setOwn] = useState(labels[0]);
  const isRemembered = choice === "Language";
  const chosen = isRemembered && language !== null && labels.includes(language) ? language : own;
  const choose = (label: string) => {
    setOwn(label);
    if (isRemembered) rememberLanguage(label);
  };
  return (
    <fieldset className={styles.head} data-remembered={isRemembered || undefined}>
      <legend className={unseen.unseen}>{choice}</legend>
      {labels.map((label) => (
        <label key={label} className={styles.tab}>
          <input type="radio" name={name} value={label} checked={label === chosen} onChange={() => choose(label)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function subscribe(listener: () => void) {
  addEventListener(languageKey, listener);
  return () => removeEventListener(languageKey, listener);
}

/** The browser may refuse access to its storage. Then the choice holds until the page is left. */
function readLanguage(): string | null {
  try {
    return localStorage.getItem(languageKey);
  } catch {
    return null;
  }
}

function rememberLanguage(language: string): void {
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    return;
  }
  dispatchEvent(new Event(languageKey));
}
