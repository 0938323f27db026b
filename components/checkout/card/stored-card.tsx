"use client";

import type { SessionView } from "@/lib/checkout/page/view-contract";
import { fillIn } from "@/lib/kit/text/fill-in";
import { cardNetworks } from "@/lib/reference/card-networks";
import unseen from "../unseen.module.css";
import { useWords } from "../words-context";
import styles from "./card.module.css";
import { NetworkMark } from "./network-mark";

/** The stored card that will be charged. */
export function StoredCard({ card }: { card: NonNullable<SessionView["stored_card"]> }) {
  const { stored } = useWords();
  const { network, last4, expiry } = card;
  return (
    <p className={styles.stored} data-testid="stored-card">
      <NetworkMark network={network} />
      <span>
        {cardNetworks[network].name} <span className={unseen.unseen}>{stored.ending}</span>
        <span aria-hidden="true">••••</span> <span className={styles.digits}>{last4}</span>
      </span>{" "}
      <span className={styles.expiry}>{fillIn(stored.expiry, { expiry })}</span>
    </p>
  );
}
