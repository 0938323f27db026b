import { ChevronDown } from "lucide";
import buttons from "@/components/ui/button.module.css";
import { Icon } from "../icon";
import styles from "./choice-menu.module.css";

type Props = {
  /** What is chosen, such as "Currency". */
  label: string;
  /** The text of the chosen option. */
  chosen: string;
  options: readonly { label: string; href: string; isCurrent: boolean }[];
};

/** A menu of links, each with a URL of its own. It stays one line high, however many options there are. */
export function ChoiceMenu({ label, chosen, options }: Props) {
  return (
    <details className={styles.choice}>
      <summary className={buttons.secondary} aria-label={`${label}: ${chosen}`}>
        {chosen}
        <Icon of={ChevronDown} />
      </summary>
      <ul>
        {options.map((option) => (
          <li key={option.href}>
            <a href={option.href} aria-current={option.isCurrent ? "true" : undefined}>
              {option.label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
