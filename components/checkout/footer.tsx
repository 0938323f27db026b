"use client";

import { ChevronDown, Globe } from "lucide";
import { Wordmark } from "@/components/ui/brand/mark";
import { Icon } from "@/components/ui/icon";
import type { MerchantView } from "@/lib/checkout/page/view-contract";
import { type Language, languageCodes, languages } from "@/lib/reference/languages";
import styles from "./footer.module.css";
import { useWords } from "./words-context";

type Support = MerchantView["support"];

export function Footer({ support, language }: { support: Support; language: Language }) {
  const { page } = useWords();
  return (
    <footer className={styles.footer}>
      {support && (
        <p>
          {page.help} <Contact support={support} />
        </p>
      )}
      <div className={styles.row}>
        <p className={styles.secured}>
          {page.secured} <Wordmark quiet />
        </p>
        <LanguageChoice language={language} />
      </div>
    </footer>
  );
}

/** The support link opens in a new tab: the payment page stays open, and it may be inside a shop's frame. */
function Contact({ support: { text, href } }: { support: NonNullable<Support> }) {
  if (!href) return text;
  const beside = href.startsWith("https:") ? { target: "_blank", rel: "noopener noreferrer" } : {};
  return (
    <a href={href} {...beside}>
      {text}
    </a>
  );
}

/**
 * Loads the page in another language: browser/hydrate.tsx or public/links.js submits the form. Without JavaScript, a
 * button does.
 */
function LanguageChoice({ language }: { language: Language }) {
  const { page } = useWords();
  return (
    <form className={styles.language}>
      <Icon of={Globe} />
      <span aria-hidden="true">{languages[language]}</span>
      <Icon of={ChevronDown} />
      <select name="lang" aria-label={page.language} defaultValue={language}>
        {languageCodes.map((code) => (
          <option key={code} value={code} lang={code}>
            {languages[code]}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit">OK</button>
      </noscript>
    </form>
  );
}
