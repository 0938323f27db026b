import { BadgeCheck, EyeOff, History, type IconNode, KeyRound, ScanEye, ShieldCheck, Smartphone } from "lucide";
import { Icon } from "../ui/icon";
import styles from "./landing.module.css";

type Tile = { icon: IconNode; title: string; text: string };

const reasons: readonly Tile[] = [
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

const protections: readonly Tile[] = [
  {
    icon: EyeOff,
    title: "Card numbers stay with us",
    text: "Customers enter their card on our page. We encrypt the numbers that we store, and never store a security code.",
  },
  {
    icon: ShieldCheck,
    title: "Protection against fraud",
    text: "3DS, the address check and limits against card testing protect your payments.",
  },
  {
    icon: ScanEye,
    title: "We watch the payment page",
    text: "Its scripts come from us alone, and every hour we compare them with those that we built.",
  },
  {
    icon: KeyRound,
    title: "Control over your account",
    text: "Use a second factor, roles for your team and keys with few rights. A log records every change.",
  },
];

export const Reasons = () => <Tiles tiles={reasons} heading="h2" />;

export const Security = () => (
  <section aria-labelledby="security" className={styles.about}>
    <h2 id="security">Security is built in</h2>
    <Tiles tiles={protections} heading="h3" />
  </section>
);

const Tiles = ({ tiles, heading: Heading }: { tiles: readonly Tile[]; heading: "h2" | "h3" }) => (
  <ul className={styles.tiles}>
    {tiles.map(({ icon, title, text }) => (
      <li key={title}>
        <span className={styles.tile}>
          <Icon of={icon} size={20} />
        </span>
        <Heading>{title}</Heading>
        <p>{text}</p>
      </li>
    ))}
  </ul>
);
