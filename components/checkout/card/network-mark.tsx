import type { CardNetwork } from "@/lib/reference/card-networks";
import styles from "./card.module.css";

/** A decorative mark in the card network's colours. Screen readers skip it, because the name is next to it. */
export function NetworkMark({ network }: { network: CardNetwork }) {
  return (
    <svg viewBox="0 0 32 20" className={styles.mark} aria-hidden="true" focusable="false">
      {marks[network]}
    </svg>
  );
}

const paper = <rect x="0.5" y="0.5" width="31" height="19" rx="3" fill="#fff" stroke="#cbd6da" />;

const marks = {
  visa: (
    <>
      <rect width="32" height="20" rx="3" fill="#1a2a6c" />
      <path d="m6 5 4 10h2.4L16.6 5H14l-2.9 7.2L8.8 5z" fill="#fff" />
      <path d="M19 5h7M19 10h6M19 15h7" stroke="#f7b600" strokeWidth="2" />
    </>
  ),
  mastercard: (
    <>
      {paper}
      <circle cx="12.5" cy="10" r="6.2" fill="#d9222a" />
      <circle cx="19.5" cy="10" r="6.2" fill="#f2a02e" fillOpacity="0.9" />
    </>
  ),
  amex: (
    <>
      <rect width="32" height="20" rx="3" fill="#1f6fb5" />
      <path
        d="m5 14.5 4-9h2.4l4 9M6.8 11.5h6.8M18 14.5v-9l4.5 5.5 4.5-5.5v9"
        fill="none"
        stroke="#fff"
        strokeWidth="1.8"
      />
    </>
  ),
  discover: (
    <>
      {paper}
      <path d="M32 11c-6 5-14 7.5-22 9h19a3 3 0 0 0 3-3z" fill="#e77225" />
      <circle cx="16" cy="8.5" r="4.6" fill="#e77225" />
    </>
  ),
} satisfies Record<CardNetwork, React.ReactNode>;
