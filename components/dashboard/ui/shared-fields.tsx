import { SelectField, TextField } from "@/components/ui/form/field";

type PasswordProps = { why?: string; isOptional?: boolean };

/** The member's own password, for actions that require it. `why` is a sentence that explains the reason. */
export const PasswordField = ({ why, isOptional = false }: PasswordProps) => (
  <TextField
    name="password"
    label="Your password"
    hint={`${why ? `${why} ` : ""}Enter the password that you sign in with.`}
    type="password"
    autoComplete="current-password"
    isOptional={isOptional}
  />
);

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

/** A file that becomes a picture for payers. */
export const PictureField = ({ label, isOptional = false }: { label: string; isOptional?: boolean }) => (
  <TextField
    name="picture"
    label={label}
    type="file"
    accept="image/*"
    hint="At most 5 MB. We cut it to a square of 200 × 200 pixels."
    isOptional={isOptional}
  />
);
