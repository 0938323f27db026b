import { Calendar } from "lucide";
import { SelectField, TextField } from "@/components/ui/form/field";
import type { Filter } from "@/components/ui/table/filter-bar";
import { formatDayRange } from "@/lib/format/dates";

/** Filters that several lists have. */

type Given = Readonly<Record<string, string>>;

/** `words` has the name of each value. */
export function choiceFilter(
  label: string,
  name: string,
  words: Readonly<Record<string, string>>,
  given: Given,
  empty = "Any",
): Filter {
  const value = given[name] ?? "";
  return {
    label,
    names: [name],
    chosen: words[value] ?? null,
    fields: (
      <SelectField
        name={name}
        label={label}
        empty={empty}
        options={Object.entries(words).map(([key, word]) => ({ value: key, label: word }))}
        value={value}
      />
    ),
  };
}

export function currencyFilter(currencies: readonly string[], given: Given): Filter {
  return choiceFilter("Currency", "currency", Object.fromEntries(currencies.map((code) => [code, code])), given);
}

/** `hint` explains when a day begins. */
export function dateFilter({ start_date: start, end_date: end }: Given, hint?: string): Filter {
  return {
    label: "Date",
    names: ["start_date", "end_date"],
    icon: Calendar,
    chosen: formatDayRange(start, end) || null,
    fields: (
      <>
        <TextField name="start_date" type="date" label="From" value={start} />
        <TextField name="end_date" type="date" label="To" value={end} {...(hint && { hint })} />
      </>
    ),
  };
}
