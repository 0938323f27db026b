"use client";

import { CircleAlert } from "lucide";
import { createContext, type ReactNode, useContext, useId } from "react";
import { Icon } from "@/components/ui/icon";
import styles from "./field.module.css";

/** The errors of the last submission of a form, by field name. */
type Problems = Readonly<Record<string, string>>;

const context = createContext<Problems>({});

export function FormProblems({ value, children }: { value: Problems; children: ReactNode }) {
  return <context.Provider value={value}>{children}</context.Provider>;
}

const useProblem = (name: string): string | undefined => useContext(context)[name];

/** The properties of every field. `isOptional` is said beside the label. */
export type FieldProps = { name: string; label: string; hint?: string; isOptional?: boolean };

type InputProps = FieldProps & {
  type?: "text" | "email" | "password" | "date" | "url" | "tel" | "file";
  value?: string | undefined;
  autoComplete?: string;
  inputMode?: "numeric";
  maxLength?: number;
  accept?: string;
  placeholder?: string;
  /** Called with the current text on every change. */
  onType?: (text: string) => void;
};

/** One line of text. */
export function TextField({ name, label, hint, isOptional, value, type = "text", onType, ...input }: InputProps) {
  const field = useField(name, hint);
  return (
    <FieldFrame {...{ label, hint, isOptional, field }}>
      <input
        {...field.input}
        {...input}
        {...(onType && { onInput: (event) => onType(event.currentTarget.value) })}
        type={type}
        defaultValue={value}
        className={styles.input}
      />
    </FieldFrame>
  );
}

/** Several lines of text. */
export function TextArea({
  name,
  label,
  hint,
  isOptional,
  value,
  rows = 3,
}: FieldProps & { value?: string; rows?: number }) {
  const field = useField(name, hint);
  return (
    <FieldFrame {...{ label, hint, isOptional, field }}>
      <textarea {...field.input} rows={rows} defaultValue={value} className={styles.input} />
    </FieldFrame>
  );
}

export type Option = { value: string; label: string; note?: string };

type SelectProps = FieldProps & {
  options: readonly Option[];
  value?: string | undefined;
  /** The option for no choice. */
  empty?: string;
  /** Called with the chosen value on every change. */
  onChoose?: (value: string) => void;
};

/** A native select. */
export function SelectField({ name, label, hint, isOptional, options, value, empty, onChoose }: SelectProps) {
  const field = useField(name, hint);
  return (
    <FieldFrame {...{ label, hint, isOptional, field }}>
      {/* React ignores a changed `defaultValue`. With a new key, the select shows the saved value after a refresh. */}
      <select
        key={value}
        {...field.input}
        {...(onChoose && { onChange: (event) => onChoose(event.currentTarget.value) })}
        defaultValue={value ?? ""}
        className={`${styles.input} ${styles.select}`}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

type FieldState = ReturnType<typeof useField>;

/** The id, the error and the attributes that connect an input, or a group of inputs, with its hint and error. */
export function useField(name: string, hint: string | undefined) {
  const id = useId();
  const problem = useProblem(name);
  const describedBy = [problem && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  const input = {
    id,
    name,
    "data-field": name,
    "aria-invalid": problem ? true : undefined,
    "aria-describedby": describedBy || undefined,
  };
  const group = {
    id,
    "data-field": name,
    "data-invalid": problem ? "" : undefined,
    "aria-describedby": describedBy || undefined,
  };
  return { id, problem, input, group };
}

type FrameProps = {
  label: string;
  hint: string | undefined;
  isOptional: boolean | undefined;
  field: FieldState;
  children: ReactNode;
};

/** Label above, error and hint below. */
export function FieldFrame({ label, hint, isOptional, field, children }: FrameProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={field.id} className={styles.label}>
        {label}
        {isOptional && <span className={styles.optional}> (optional)</span>}
      </label>
      {children}
      <FieldNotes field={field} hint={hint} />
    </div>
  );
}

/** The error of the last submission, and the hint. */
export function FieldNotes({ field, hint }: { field: FieldState; hint: string | undefined }) {
  return (
    <>
      {field.problem && (
        <p id={`${field.id}-error`} className={styles.error}>
          <Icon of={CircleAlert} />
          {field.problem}
        </p>
      )}
      {hint && (
        <p id={`${field.id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </>
  );
}
