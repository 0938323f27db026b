"use client";

import type { ReactNode } from "react";
import { CardArt } from "@/components/ui/brand/card-art";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { fillIn } from "@/lib/kit/text/fill-in";
import { networkCodes } from "@/lib/reference/card-networks";
import card from "../card/card.module.css";
import { StoredCard } from "../card/stored-card";
import { useWords } from "../words-context";
import { AddressFields } from "./address-fields";
import { ConsentField } from "./consent-field";
import { EmailField, PhoneFields } from "./contact-fields";
import { Fold } from "./fold";
import styles from "./pay-form.module.css";
import type { SectionsProps } from "./pay-form-props";

/** Chooses the form's sections by the session's purpose. */
export function sectionsOf({ purpose }: SessionView) {
  if (purpose === "card_create") return StoringSections;
  return purpose === "card_charge" ? StoredCardSection : PaymentSections;
}

/** The card first. With AVS the other fields are visible; otherwise those that are optional can be unfolded. */
function PaymentSections(props: SectionsProps) {
  const { sections, hints } = useWords();
  const { avs, asks_email } = props.view;
  if (avs) {
    return (
      <>
        <CardSection>{props.card}</CardSection>
        <BillingSection {...props} />
        <Section title={sections.contact} aside={!asks_email && hints.optionalSection}>
          <EmailField {...props} />
          <PhoneFields {...props} />
        </Section>
      </>
    );
  }
  return (
    <CardSection>
      {props.card}
      {asks_email && <EmailField {...props} />}
      <Fold {...props} allCountries={props.links.allCountries}>
        <AddressFields {...props} />
        {!asks_email && <EmailField {...props} />}
        <PhoneFields {...props} />
      </Fold>
    </CardSection>
  );
}

/** Sections for storing a card: who stores the card, the required fields, the test charge and the consent. */
function StoringSections(props: SectionsProps) {
  const { storing } = useWords();
  const { avs, asks_email, merchant } = props.view;
  const name = { merchant: merchant.name };
  return (
    <>
      <CardSection hint={fillIn(storing.who, name)}>
        {props.card}
        {asks_email && <EmailField {...props} />}
      </CardSection>
      {avs && <BillingSection {...props} />}
      <div className={styles.section}>
        <p className={styles.hint}>{fillIn(storing.test, name)}</p>
        <ConsentField {...props} />
      </div>
    </>
  );
}

function StoredCardSection({ view, form }: SectionsProps) {
  const { sections } = useWords();
  return (
    <Section title={sections.card}>{view.stored_card && <StoredCard card={view.stored_card} form={form} />}</Section>
  );
}

function CardSection({ hint, children }: { hint?: string; children: ReactNode }) {
  const { sections } = useWords();
  const accepted = (
    <span className={card.accepted}>
      {networkCodes.map((code) => (
        <CardArt key={code} of={code} />
      ))}
    </span>
  );
  return (
    <Section title={sections.card} aside={accepted} hint={hint}>
      {children}
    </Section>
  );
}

function BillingSection(props: SectionsProps) {
  const { sections, hints } = useWords();
  return (
    <Section title={sections.billing} hint={hints.billing}>
      <AddressFields {...props} />
    </Section>
  );
}

type SectionProps = { title: string; aside?: ReactNode; hint?: string | undefined; children: ReactNode };

function Section({ title, aside, hint, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {aside}
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </section>
  );
}
