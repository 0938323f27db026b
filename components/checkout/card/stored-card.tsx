"use client";

import { CardArt } from "@/components/ui/brand/card-art";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { fillIn } from "@/lib/kit/text/fill-in";
import { cardNetworks } from "@/lib/reference/card-networks";
import type { PayFormControl } from "../form/use-pay-form";
import { useWords } from "../words-context";
import styles from "./card.module.css";
import { CvcField, CvcNotes } from "./cvc-field";

type Props = { card: NonNullable<SessionView["stored_card"]>; form: PayFormControl };

/** The stored card that will be charged, joined with the field for its security code. */
export function StoredCard({ card, form }: Props) {
  const { stored } = useWords();
  const { network, last4, expiry } = card;
  const [before, after] = stored.expiry.split("{expiry}");
  return (
    <div className={styles.group}>
      <div className={styles.cells}>
        <div>
          <p className={styles.stored} data-testid="stored-card">
            <CardArt of={network} size="field" />
            {fillIn(stored.card, { network: cardNetworks[network].name, last4 })}{" "}
            <span className={styles.expiry}>
              <span className={styles.expires}>{before}</span>
              {expiry}
              {after}
            </span>
          </p>
        </div>
        <CvcField form={form} />
      </div>
      <CvcNotes form={form} />
    </div>
  );
}
