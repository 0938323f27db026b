import { ChevronDown, type IconNode, ListFilter, Search, X } from "lucide";
import type { ReactNode } from "react";
import buttons from "@/components/ui/button.module.css";
import searchBox from "@/components/ui/form/search-box.module.css";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import popover from "@/components/ui/overlay/popover.module.css";
import { Unseen } from "@/components/ui/unseen";
import styles from "./filter-bar.module.css";

type Given = Readonly<Record<string, string>>;

export type Filter = {
  label: string;
  /** The query parameters that the filter sets. */
  names: readonly string[];
  /** What is chosen, in words. Null while the filter is not set. */
  chosen: string | null;
  /** Shown before what is chosen. */
  icon?: IconNode;
  /** The fields of the filter. They are rendered twice: in the chip, and in the form of a phone. */
  fields: ReactNode;
};

type Props = {
  /** The path of the list. */
  here: string;
  /** The query of the page. Parameters other than `page` and those of the bar are kept. */
  given: Given;
  search?: { name: string; label: string; placeholder: string } | undefined;
  filters: readonly Filter[];
  /** The number of results in words, such as "214 payments". */
  count?: string | undefined;
  /** Why the query was refused. */
  problem?: string | null;
  /** What stands after the filters. */
  children?: ReactNode;
};

/**
 * Filters a list through the query of its URL, so that the filtered list can be bookmarked and shared. It works without
 * JavaScript: each chip is a `<details>` with an Apply button.
 */
export function FilterBar({ here, given, search, filters, count, problem, children }: Props) {
  const isNarrowed = filters.some(({ chosen }) => chosen !== null) || (search && given[search.name]);
  return (
    <div className={styles.filters}>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <div className={styles.bar}>
        <form method="get" action={here} className={styles.wide}>
          <Kept given={given} except={namesOf({ search, filters })} />
          {search && <SearchInput {...search} value={given[search.name]} />}
          {filters.map((filter) => (
            <Chip key={filter.label} filter={filter} clear={withoutNames(here, given, filter.names)} />
          ))}
        </form>
        <PhoneForm {...{ here, given, search, filters }} />
        {isNarrowed && (
          <a href={here} className={styles.clear}>
            Clear
          </a>
        )}
        {children}
        {count && <span className={styles.count}>{count}</span>}
      </div>
    </div>
  );
}

function Chip({ filter, clear }: { filter: Filter; clear: string }) {
  const { label, chosen, icon, fields } = filter;
  return (
    <div className={styles.chip} data-set={chosen === null ? undefined : ""}>
      <details name="filter">
        <summary>
          {chosen !== null && icon && <Icon of={icon} />}
          {chosen ?? label}
          {chosen === null && <Icon of={ChevronDown} />}
        </summary>
        <div className={`${popover.popover} ${styles.panel}`}>
          {fields}
          <button type="submit" className={buttons.primary}>
            Apply
          </button>
        </div>
      </details>
      {chosen !== null && (
        <a href={clear} className={styles.remove}>
          <Icon of={X} />
          <Unseen>Remove the filter {label}</Unseen>
        </a>
      )}
    </div>
  );
}

/** On a phone, all filters are in one form behind a button. */
function PhoneForm({ here, given, search, filters }: Pick<Props, "here" | "given" | "search" | "filters">) {
  const active = filters.filter(({ chosen }) => chosen !== null).length;
  if (filters.length === 0) return null;
  return (
    <details className={styles.phone}>
      <summary>
        <Icon of={ListFilter} />
        Filter
        {active > 0 && <span className={styles.active}>{active}</span>}
      </summary>
      <form method="get" action={here} className={styles.phoneForm}>
        <Kept given={given} except={filters.flatMap(({ names }) => names)} />
        {search && given[search.name] && <input type="hidden" name={search.name} value={given[search.name]} />}
        {filters.map(({ label, fields }) => (
          <div key={label}>{fields}</div>
        ))}
        <button type="submit" className={buttons.primary}>
          Apply
        </button>
      </form>
    </details>
  );
}

type SearchProps = { name: string; label: string; placeholder: string; value: string | undefined };

function SearchInput({ name, label, placeholder, value }: SearchProps) {
  return (
    <div className={`${searchBox.box} ${styles.search}`}>
      <Icon of={Search} />
      <input
        key={value}
        type="search"
        name={name}
        aria-label={label}
        placeholder={placeholder}
        defaultValue={value}
        autoComplete="off"
      />
    </div>
  );
}

function Kept({ given, except }: { given: Given; except: readonly string[] }) {
  const kept = Object.entries(given).filter(([name]) => name !== "page" && !except.includes(name));
  return kept.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

const namesOf = ({ search, filters }: Pick<Props, "search" | "filters">): string[] => [
  ...(search ? [search.name] : []),
  ...filters.flatMap(({ names }) => names),
];

function withoutNames(here: string, given: Given, names: readonly string[]): string {
  const rest = Object.entries(given).filter(([name]) => name !== "page" && !names.includes(name));
  return rest.length > 0 ? `${here}?${new URLSearchParams(rest)}` : here;
}
