"use client";

import type { IconNode } from "lucide";
import type { ReactNode, RefObject } from "react";
import type { Tone } from "@/components/ui/badge";
import { CardArt } from "@/components/ui/brand/card-art";
import { Icon } from "@/components/ui/icon";
import tones from "@/components/ui/tone.module.css";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { fillIn } from "@/lib/kit/text/fill-in";
import { cardNetworks } from "@/lib/reference/card-networks";
import { useWords } from "../words-context";
import styles from "./screen.module.css";

export type HeadingRef = RefObject<HTMLHeadingElement | null>;

type Props = {
  heading: string;
  /** Null on a page without a script. */
  headingRef: HeadingRef | null;
  tone: Tone;
  icon: IconNode;
  /** Shown large below the heading. */
  amount: ReactNode;
  children: ReactNode;
};

/** A screen that replaces the payment form. Its heading takes the focus, so that screen readers announce it. */
export function Screen({ heading, headingRef, tone, icon, amount, children }: Props) {
  return (
    <div className={styles.screen}>
      <span className={`${styles.circle} ${tones[tone]}`}>
        <Icon of={icon} size={28} />
      </span>
      <h1 ref={headingRef} id="heading" tabIndex={-1} className={styles.heading}>
        {heading}
      </h1>
      {amount && <p className={styles.amount}>{amount}</p>}
      {children}
    </div>
  );
}

/** Labels and values. A fact without a value is left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

export function CardName({ card: { network, last4 } }: { card: NonNullable<SessionView["card"]> }) {
  const { stored } = useWords();
  return (
    <>
      <CardArt of={network} />
      {fillIn(stored.card, { network: cardNetworks[network].name, last4 })}
    </>
  );
}
