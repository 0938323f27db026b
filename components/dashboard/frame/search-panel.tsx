import { Fragment, type ReactNode } from "react";
import key from "@/components/ui/key.module.css";
import popover from "@/components/ui/overlay/popover.module.css";
import { StatusBadge } from "@/components/ui/status-badge";
import { Unseen } from "@/components/ui/unseen";
import type { FoundAnswer, Hit } from "@/lib/dashboard/search-contract";
import { moneyParts } from "@/lib/format/money";
import type { DisplayStatus } from "@/lib/format/status-words";
import styles from "./search-panel.module.css";
import { optionsOf } from "./use-search";

export const optionId = (index: number): string => `search-option-${index}`;

type Props = { id: string; answer: FoundAnswer | "failed"; chosen: number; onChoose: (index: number) => void };

/** The results below the search field. */
export function SearchPanel({ id, answer, chosen, onChoose }: Props) {
  if (answer === "failed") {
    return <Message title="Search did not work" text="Wait a minute, then type it again." />;
  }
  if (answer.groups.length === 0) {
    return <Message title="Nothing found" text="Try an email, last four digits, an amount, an order or a reference." />;
  }
  const options = optionsOf(answer);
  return (
    <div className={`${popover.popover} ${styles.panel}`}>
      {answer.meaning.length > 0 && (
        <p className={styles.meaning}>
          {answer.meaning.map(({ words, value }) => (
            <Fragment key={words}>
              {words} <b>{value}</b>{" "}
            </Fragment>
          ))}
        </p>
      )}
      <div id={id} role="listbox" aria-label="Results" className={styles.results}>
        {answer.groups.map(({ label, hits, all }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups of options, and no fieldset
          <div key={label} role="group" aria-label={label} className={styles.group}>
            <span aria-hidden="true" className={styles.label}>
              {label}
            </span>
            {[...hits, ...(all ? [all] : [])].map((option) => {
              const index = options.indexOf(option);
              const place = { index, isChosen: index === chosen, onChoose };
              return "label" in option ? (
                <OptionLink key={option.href} {...place} href={option.href} className={styles.all}>
                  {option.label}
                </OptionLink>
              ) : (
                <OptionLink key={option.href} {...place} href={option.href} className={styles.hit}>
                  <HitRow hit={option} marks={answer.marks} />
                </OptionLink>
              );
            })}
          </div>
        ))}
      </div>
      <p role="status">
        <Unseen>{options.length === 1 ? "1 result" : `${options.length} results`}</Unseen>
      </p>
      <p className={styles.foot} aria-hidden="true">
        <span>
          <kbd className={key.key}>↑</kbd> <kbd className={key.key}>↓</kbd> choose
        </span>
        <span>
          <kbd className={key.key}>Enter</kbd> open
        </span>
        <span>
          <kbd className={key.key}>Esc</kbd> close
        </span>
        <span className={styles.hint}>Email, last four digits, amount, order or reference</span>
      </p>
    </div>
  );
}

const Message = ({ title, text }: { title: string; text: string }) => (
  <div className={`${popover.popover} ${styles.panel} ${styles.message}`} role="status">
    <b>{title}</b>
    <span>{text}</span>
  </div>
);

type OptionProps = {
  index: number;
  isChosen: boolean;
  onChoose: (index: number) => void;
  href: string;
  className: string | undefined;
  children: ReactNode;
};

const OptionLink = ({ index, isChosen, onChoose, href, className, children }: OptionProps) => (
  <a
    id={optionId(index)}
    href={href}
    role="option"
    aria-selected={isChosen}
    tabIndex={-1}
    className={className}
    ref={isChosen ? scrollIntoView : undefined}
    onMouseMove={() => onChoose(index)}
  >
    {children}
  </a>
);

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

function HitRow({ hit: { amount, title, detail, badge, note }, marks }: { hit: Hit; marks: readonly string[] }) {
  const money = amount && moneyParts(amount);
  return (
    <>
      <span className={styles.lead}>
        {money ? (
          <>
            <span className={styles.code}>{money.code}</span> <Marked text={money.number} marks={marks} />
          </>
        ) : (
          <span aria-hidden="true" className={styles.initials}>
            {initialsOf(title)}
          </span>
        )}
      </span>
      <span className={styles.text}>
        <span>
          <Marked text={title} marks={marks} />
        </span>{" "}
        <span className={styles.detail}>
          <Marked text={detail} marks={marks} />
        </span>
      </span>{" "}
      <span className={styles.end}>{badge ? <StatusBadge of={badge as DisplayStatus} /> : note}</span>
    </>
  );
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The text with the parts that the search named underlined. */
function Marked({ text, marks }: { text: string; marks: readonly string[] }) {
  if (marks.length === 0) return text;
  const longestFirst = [...marks].sort((one, other) => other.length - one.length);
  const parts = text.split(new RegExp(`(${longestFirst.map(escaped).join("|")})`, "i"));
  return parts.map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
    index % 2 === 1 ? <mark key={index}>{part}</mark> : <Fragment key={index}>{part}</Fragment>,
  );
}
