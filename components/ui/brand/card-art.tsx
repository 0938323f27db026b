import { type CardNetwork, cardNetworks } from "@/lib/reference/card-networks";
import { brandFile } from "@/lib/reference/fixed-files";
import styles from "./card-art.module.css";

type Drawing = CardNetwork | "generic" | "code";

/**
 * The artwork of a card network, a card of an unknown network, or the place of the security code. Screen readers skip
 * it, because the name stands next to it.
 */
export function CardArt({ of, size = "row" }: { of: Drawing; size?: "row" | "field" }) {
  const isNetwork = of !== "generic" && of !== "code";
  return (
    <svg
      viewBox={isNetwork ? "0 0 780 500" : "0 0 28 20"}
      className={`${isNetwork ? styles.network : styles.drawing} ${styles[size]}`}
      data-network={of}
      aria-hidden="true"
      focusable="false"
    >
      <use href={`${brandFile}#card-${of}`} />
    </svg>
  );
}

/** The artwork of a network, or that of any card if the network is not known. */
export const cardNetworkOf = (network: string | null): CardNetwork | "generic" =>
  network !== null && Object.hasOwn(cardNetworks, network) ? (network as CardNetwork) : "generic";
