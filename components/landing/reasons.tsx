import { BadgeCheck, History, type IconNode, Smartphone } from "lucide";
import { Icon } from "../ui/icon";
import styles from "./landing.module.css";

const reasons: readonly { icon: IconNode; title: string; text: string }[] = [
  {
    icon: BadgeCheck,
    title: "Every result can be verified",
    text: "Each result carries a hash and a signature. When one does not match, the hash inspector tells you why.",
  },
  {
    icon: Smartphone,
    title: "Quick on any phone",
    text: "The page works on slow connections, in five languages, and even without JavaScript.",
  },
  {
    icon: History,
    title: "The full story of each payment",
    text: "See each step, from the first request to the last webhook attempt, in one timeline.",
  },
];

export const Reasons = () => (
  <ul className={styles.reasons}>
    {reasons.map(({ icon, title, text }) => (
      <li key={title}>
        <span className={styles.tile}>
          <Icon of={icon} size={20} />
        </span>
        <h2>{title}</h2>
        <p>{text}</p>
      </li>
    ))}
  </ul>
);
