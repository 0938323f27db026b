"use client";

import { type ReactNode, useEffect, useState } from "react";
import type { PayField } from "@/lib/checkout/page/page-fields";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { fillIn } from "@/lib/kit/text/fill-in";
import { CvcField } from "../card/cvc-field";
import { StoredCard } from "../card/stored-card";
import unseen from "../unseen.module.css";
import { useWords } from "../words-context";
import { AddressFields, CountryFields } from "./address-fields";
import { ConsentField } from "./consent-field";
import { EmailField, PhoneFields } from "./contact-fields";
import styles from "./pay-form.module.css";
import type { SectionsProps } from "./pay-form-props";

/** Chooses the form's sections by the session's purpose and the page's layout. */
export function sectionsOf({ purpose, method }: SessionView) {
  if (purpose === "card_create") return StoringSections;
  if (purpose === "card_charge") return StoredCardSection;
  return method === "3co_simple" ? CompactSections : FullSections;
}

/** Sections of the full page: all fields are visible, the card fields first. */
function FullSections(props: SectionsProps) {
  const { sections } = useWords();
  return (
    <>
      <Section title={sections.card}>{props.card}</Section>
      <Section title={sections.contact}>
        <EmailField {...props} />
        <PhoneFields {...props} />
      </Section>
      <Section title={sections.billing}>
        <CountryFields {...props} />
        <AddressFields {...props} />
      </Section>
    </>
  );
}

/** Sections of the page in a shop's frame: required fields are visible, and optional fields can be unfolded. */
function CompactSections(props: SectionsProps) {
  const { sections } = useWords();
  const { avs, asks_email } = props.view;
  return (
    <div className={styles.section}>
      <h2 className={unseen.unseen}>{sections.card}</h2>
      {props.card}
      {asks_email && <EmailField {...props} />}
      <PhoneFields {...props} />
      <CountryFields {...props} />
      {avs ? (
        <AddressFields {...props} />
      ) : (
        <Unfolding title={sections.more} {...props}>
          {!asks_email && <EmailField {...props} />}
          <AddressFields {...props} />
        </Unfolding>
      )}
    </div>
  );
}

/** Sections for storing a card: who stores the card, the required fields, the test charge and the consent. */
function StoringSections(props: SectionsProps) {
  const { sections, storing } = useWords();
  const { avs, asks_email, merchant } = props.view;
  return (
    <div className={styles.section}>
      <p className={styles.said}>{fillIn(storing.who, { merchant: merchant.name })}</p>
      <h2 className={unseen.unseen}>{sections.card}</h2>
      {props.card}
      {asks_email && <EmailField {...props} />}
      {avs && (
        <>
          <CountryFields {...props} />
          <AddressFields {...props} />
        </>
      )}
      <p className={styles.said}>{fillIn(storing.test, { merchant: merchant.name })}</p>
      <ConsentField {...props} />
    </div>
  );
}

function StoredCardSection({ view, form }: SectionsProps) {
  const { sections } = useWords();
  return (
    <Section title={sections.card}>
      {view.stored_card && <StoredCard card={view.stored_card} />}
      <CvcField form={form} />
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const inside: PayField[] = ["email", "address1", "address2", "city", "zipcode"];

/** Folded optional fields. They unfold automatically when one of them has an error. */
function Unfolding({ title, form, children }: SectionsProps & { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const hasProblem = inside.some((name) => form.problems[name]);
  useEffect(() => {
    if (hasProblem) setIsOpen(true);
  }, [hasProblem]);
  return (
    <details className={styles.more} open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{title}</summary>
      <div className={styles.section}>{children}</div>
    </details>
  );
}
