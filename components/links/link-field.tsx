import { ChevronDown, CircleAlert } from "lucide";
import type { ReactNode } from "react";
import styles from "@/components/checkout/form/field.module.css";
import { Icon } from "@/components/ui/icon";

type Props = {
  name: string;
  label: string;
  hint?: string | undefined;
  problem: string | undefined;
  /** Renders the input with the attributes that name and explain it. */
  children(input: InputProps): ReactNode;
};

type InputProps = ReturnType<typeof inputProps>;

const inputProps = ({ name, hint, problem }: Omit<Props, "children">) => ({
  id: `field-${name}`,
  name,
  required: true,
  className: styles.input,
  "aria-invalid": problem ? true : undefined,
  "aria-describedby": [problem && `error-${name}`, hint && `hint-${name}`].filter(Boolean).join(" ") || undefined,
});

/** A field of a payment link's form. It looks like those of the checkout, but works without a script. */
export function LinkField({ children, ...field }: Props) {
  const { name, label, hint, problem } = field;
  return (
    <div className={styles.field}>
      <div className={styles.cell}>
        <label htmlFor={`field-${name}`} className={styles.label}>
          {label}
        </label>
        {children(inputProps(field))}
        {name === "country" && <Icon of={ChevronDown} size={20} />}
      </div>
      {problem && (
        <p id={`error-${name}`} className={styles.error}>
          <Icon of={CircleAlert} />
          {problem}
        </p>
      )}
      {hint && (
        <p id={`hint-${name}`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
