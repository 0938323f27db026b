import { SelectField } from "@/components/ui/form/field";

const hour = 3600;
const day = 24 * hour;

const overlaps = [
  { value: "0", label: "None: the old one ends at once" },
  { value: String(hour), label: "1 hour" },
  { value: String(day), label: "24 hours" },
  { value: String(7 * day), label: "7 days" },
  { value: String(30 * day), label: "30 days" },
];

/** The field for how long an old API key or webhook secret keeps working beside its replacement. */
export function OverlapField({ hint }: { hint: string }) {
  return <SelectField name="overlap_seconds" label="Overlap" hint={hint} options={overlaps} value={String(day)} />;
}
