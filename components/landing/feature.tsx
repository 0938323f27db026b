import { ArrowRight, Check } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "../ui/icon";
import styles from "./landing.module.css";

type Props = {
  id: string;
  title: string;
  text: string;
  points: readonly string[];
  /** Where the reader goes on. */
  next: { label: string; href: string };
  /** What the text is about, beside it. */
  children: ReactNode;
};

/** A part of the product: what it does, and a picture or sample of it. */
export const Feature = ({ id, title, text, points, next, children }: Props) => (
  <section aria-labelledby={id} className={styles.pair}>
    <div className={styles.about}>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>
            <Icon of={Check} />
            {point}
          </li>
        ))}
      </ul>
      <a href={next.href} className={styles.onward}>
        {next.label}
        <Icon of={ArrowRight} />
      </a>
    </div>
    {children}
  </section>
);
