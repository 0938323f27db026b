"use client";

import type { SessionView } from "@/lib/checkout/page/view-contract";
import { fillIn } from "@/lib/kit/text/fill-in";
import { type Language, languageCodes, languages } from "@/lib/reference/languages";
import styles from "./footer.module.css";
import { LockIcon } from "./icons";
import { useWords } from "./words-context";

export function Footer({ view, language }: { view: SessionView; language: Language }) {
  const { page } = useWords();
  const { name, support } = view.merchant;
  return (
    <footer className={styles.footer}>
      <p className={styles.secure}>
        <LockIcon />
        {page.secure}
      </p>
      {support && (
        <p>
          {fillIn(page.help, { merchant: name })} <Contact support={support} />
        </p>
      )}
      <nav aria-label={page.language}>
        <ul className={styles.languages}>
          {languageCodes.map((code) => (
            <li key={code}>
              <a href={`?lang=${code}`} lang={code} hrefLang={code} aria-current={code === language || undefined}>
                {languages[code]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  );
}

/** The support link opens in a new tab: the payment page stays open, and it may be inside a shop's frame. */
function Contact({ support: { text, href } }: { support: NonNullable<SessionView["merchant"]["support"]> }) {
  if (!href) return text;
  const beside = href.startsWith("https:") ? { target: "_blank", rel: "noopener noreferrer" } : {};
  return (
    <a href={href} {...beside}>
      {text}
    </a>
  );
}
