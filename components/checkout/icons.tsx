import styles from "./icons.module.css";

/** Decorative icons next to text. Screen readers skip them. */
export function WarningIcon() {
  return (
    <svg viewBox="0 0 20 20" className={styles.icon} aria-hidden="true" focusable="false">
      <circle cx="10" cy="10" r="9" fill="currentColor" />
      <path d="M10 5v6.5M10 14.4v.1" stroke="var(--raised)" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  );
}

export function LockIcon() {
  return (
    <svg viewBox="0 0 20 20" className={styles.icon} aria-hidden="true" focusable="false">
      <rect x="3.5" y="8.5" width="13" height="9" rx="2" fill="currentColor" />
      <path d="M6.5 8.5V6a3.5 3.5 0 0 1 7 0v2.5" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}

export function ClockIcon() {
  return (
    <svg viewBox="0 0 20 20" className={styles.icon} aria-hidden="true" focusable="false">
      <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" strokeWidth="2" />
      <path d="M10 5.5V10l3 2" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

export function DoneIcon() {
  return (
    <svg viewBox="0 0 48 48" className={styles.large} aria-hidden="true" focusable="false">
      <circle cx="24" cy="24" r="22" fill="currentColor" />
      <path
        d="m14.5 24.5 6.5 6.5 13-14"
        fill="none"
        stroke="var(--raised)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export function NotDoneIcon() {
  return (
    <svg viewBox="0 0 48 48" className={styles.large} aria-hidden="true" focusable="false">
      <circle cx="24" cy="24" r="22" fill="currentColor" />
      <path d="M16 24h16" stroke="var(--raised)" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}

/** A spinner. It does not rotate if the user prefers reduced motion. */
export function WaitingIcon() {
  return (
    <svg viewBox="0 0 48 48" className={`${styles.large} ${styles.turning}`} aria-hidden="true" focusable="false">
      <circle cx="24" cy="24" r="20" fill="none" stroke="var(--line)" strokeWidth="5" />
      <path d="M24 4a20 20 0 0 1 20 20" fill="none" stroke="currentColor" strokeWidth="5" strokeLinecap="round" />
    </svg>
  );
}
