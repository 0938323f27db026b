"use client";

import { ChevronDown } from "lucide";
import { type ReactNode, type ToggleEvent, useEffect, useState } from "react";
import { Icon } from "@/components/ui/icon";
import { type PayField, payerFieldNames } from "@/lib/checkout/page/page-fields";
import { loadCountries } from "../places/load-countries";
import { useWords } from "../words-context";
import styles from "./fold.module.css";
import { givenLines } from "./given-lines";
import { readFields } from "./pay-fields";
import type { PayFormControl } from "./use-pay-form";

type Props = {
  form: PayFormControl;
  given: readonly string[];
  /** The address of this page with all countries. With JavaScript, the page loads them when the details are opened. */
  allCountries: string;
  children: ReactNode;
};

/** The optional details, folded. What is given is summarised. It unfolds when a field inside has an error. */
export function Fold({ form, given, allCountries, children }: Props) {
  const { sections, hints, locale } = useWords();
  const hasProblem = payerFieldNames.some((name) => form.problems[name] && !isOutside(name, form));
  const [isOpen, setIsOpen] = useState(hasProblem);
  const [lines, setLines] = useState(given);
  useEffect(() => {
    if (hasProblem) setIsOpen(true);
  }, [hasProblem]);
  const toggle = ({ currentTarget: { open } }: ToggleEvent<HTMLDetailsElement>) => {
    setIsOpen(open);
    if (!form.ref.current) return;
    if (open) void loadCountries(form.ref.current, locale).catch(() => {});
    else setLines(readLines(form.ref.current));
  };
  const isGiven = lines.length > 0;
  return (
    <details className={styles.fold} open={isOpen} onToggle={toggle}>
      <summary>
        <span className={isGiven ? styles.given : styles.title}>
          {isGiven ? sections.given : sections.more}
          {lines.map((line) => (
            <span key={line} className={styles.line}>
              {line}
            </span>
          ))}
        </span>
        {isGiven ? (
          <span className={styles.change}>{sections.change}</span>
        ) : (
          <span className={styles.optional}>{hints.optionalSection}</span>
        )}
        <Icon of={ChevronDown} size={20} />
      </summary>
      <div className={styles.fields}>
        <noscript>
          <a href={allCountries}>{hints.allCountries}</a>
        </noscript>
        {children}
      </div>
    </details>
  );
}

/** An email that the page requires is beside the card. */
const isOutside = (name: PayField, { asked }: PayFormControl) => name === "email" && asked.email;

function readLines(form: HTMLFormElement): string[] {
  const country = form.elements.namedItem("country");
  const name = country instanceof HTMLSelectElement ? country.selectedOptions[0]?.text : "";
  return givenLines(readFields(form), name ?? "");
}
