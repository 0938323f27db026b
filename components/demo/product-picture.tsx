import styles from "./shop-form.module.css";

/** The drawings of the shop's products. Their colours are those of the goods, in light and in dark mode. */
const drawings = {
  "pepper-sauce": (
    <>
      <path d="M0 0h234v176H0z" fill="#fce3d8" />
      <rect x="97" y="32" width="39" height="21" rx="4" fill="#0e1d24" />
      <path d="M95 53h44v8c11 5 18 13 18 25v52a9 9 0 0 1-9 9H86a9 9 0 0 1-9-9V86c0-12 7-20 18-25z" fill="#c23a1b" />
      <path d="M77 91h80v35H77z" fill="#ffffff" />
      <circle cx="116" cy="108" r="10.5" fill="#c23a1b" />
    </>
  ),
  "cocoa-tea": (
    <>
      <path d="M0 0h234v176H0z" fill="#f3e5d6" />
      <g transform="rotate(-18 117 88)" fill="#5b3520">
        <rect x="73" y="38" width="19" height="100" rx="9.5" />
        <rect x="98" y="38" width="19" height="100" rx="9.5" fill="#6d432b" />
        <rect x="123" y="38" width="19" height="100" rx="9.5" fill="#7c5034" />
        <rect x="148" y="38" width="19" height="100" rx="9.5" />
        <rect x="62" y="77" width="114" height="19" rx="4" fill="#c9883b" />
      </g>
    </>
  ),
  hammock: (
    <>
      <path d="M0 0h234v176H0z" fill="#dcebee" />
      <circle cx="155" cy="50" r="15" fill="#f2a73b" />
      <g fill="#6d432b">
        <rect x="52" y="20" width="7.5" height="142" rx="3.5" />
        <rect x="175" y="20" width="7.5" height="142" rx="3.5" />
      </g>
      <path d="M56 51l23 25M56 51l14 37M179 51l-23 25M179 51l-14 37" stroke="#8b6a52" strokeWidth="2.5" />
      <path d="M73 73c24 24 64 24 88 0 4 40-18 62-44 62s-48-22-44-62z" fill="#0a6375" />
      <path d="M74 95c24 20 62 20 86 0v7c-24 18-62 18-86 0z" fill="#f2a73b" />
      <path d="M79 115c22 14 54 14 76 0l-3 7c-20 12-50 12-70 0z" fill="#ffffff" />
    </>
  ),
};

export type Drawing = keyof typeof drawings;

export const ProductPicture = ({ of }: { of: Drawing }) => (
  <svg
    viewBox="0 0 234 176"
    preserveAspectRatio="xMidYMid slice"
    className={styles.picture}
    aria-hidden="true"
    focusable="false"
  >
    {drawings[of]}
  </svg>
);
