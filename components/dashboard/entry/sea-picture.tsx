import styles from "./entry-page.module.css";

/** A wave of the sea: period 320, amplitude 10, from left to right. `dy` -20 begins with a crest, 20 with a trough. */
const wave = (top: number, dy: -20 | 20) =>
  `M-320 ${top}q80 ${dy} 160 0t160 0t160 0t160 0t160 0t160 0t160 0t160 0V800H-320z`;

/** The sun over the sea. Its colours are the same in light and in dark mode. */
export const SeaPicture = () => (
  <svg
    viewBox="0 0 640 800"
    preserveAspectRatio="xMidYMax slice"
    className={styles.sea}
    aria-hidden="true"
    focusable="false"
  >
    <path d="M0 0h640v800H0z" fill="#0a4552" />
    <circle cx="452" cy="470" r="96" fill="#f2a73b" />
    <path d={wave(470, -20)} fill="#0a5666" />
    <path d={wave(540, 20)} fill="#094b59" />
    <path d={wave(612, -20)} fill="#083f4c" />
    <path d={wave(690, 20)} fill="#06333e" />
  </svg>
);
