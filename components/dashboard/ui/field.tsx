"use client";

import { type ReactNode, useId } from "react";
import styles from "./form.module.css";
import { useProblem } from "./form-problems";

export type Common = { name: string; label: string; hint?: string; isOptional?: boolean };

type InputProps = Common & {
  type?:
    | "text"
    | "email"
    | "password"
    | "number"
    | "date"
    | "datetime-local"
    | "url"
    | "tel"
    | "search"
    | "color"
    | "file";
  value?: string | undefined;
  autoComplete?: string;
  inputMode?: "numeric" | "decimal" | "text";
  maxLength?: number;
  accept?: string;
  placeholder?: string;
  /** Called with the current text on every change. */
  onType?: (text: string) => void;
};

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

export function TextArea({
  name,
  label,
  hint,
  isOptional,
  value,
  rows = 3,
}: Common & { value?: string; rows?: number }) {
  const field = useField(name, hint);
  return (
    <FieldFrame {...{ label, hint, isOptional, field }}>
      <textarea {...field.input} rows={rows} defaultValue={value} className={styles.input} />
    </FieldFrame>
  );
}

type Option = { value: string; label: string; note?: string };

type SelectProps = Common & { options: readonly Option[]; value?: string | undefined; empty?: string };

export function SelectField({ name, label, hint, isOptional, options, value, empty }: SelectProps) {
  const field = useField(name, hint);
  return (
    <FieldFrame {...{ label, hint, isOptional, field }}>
      {/* React ignores a changed `defaultValue`. With a new key, the select shows the saved value after a refresh. */}
      <select key={value} {...field.input} defaultValue={value ?? ""} className={styles.input}>
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

/** A checkbox, sent as 1 or 0. */
export function SwitchField({ name, label, hint, isOn }: Common & { isOn: boolean }) {
  const field = useField(name, hint);
  return (
    <div className={styles.field}>
      <label className={styles.choice}>
        <input {...field.input} type="checkbox" value="1" data-switch="" defaultChecked={isOn} />
        <span>{label}</span>
      </label>
      <FieldNotes field={field} hint={hint} />
    </div>
  );
}

type ChoiceGroup = { label: string; options: readonly Option[] };
type ChoicesProps = Common & {
  options?: readonly Option[];
  /** Groups of options. They replace `options`. */
  groups?: readonly ChoiceGroup[];
  chosen: readonly string[];
};

/** Checkboxes for a multiple choice, sent under one name. */
export function ChoicesField({ name, label, hint, options = [], groups, chosen }: ChoicesProps) {
  const field = useField(name, hint);
  return (
    <fieldset className={styles.choices} aria-describedby={field.input["aria-describedby"]}>
      <legend className={styles.label}>{label}</legend>
      <FieldNotes field={field} hint={hint} />
      {(groups ?? [{ label: "", options }]).map((group) => (
        <ChoiceColumns key={group.label} name={name} group={group} chosen={chosen} />
      ))}
    </fieldset>
  );
}

function ChoiceColumns({ name, group, chosen }: { name: string; group: ChoiceGroup; chosen: readonly string[] }) {
  const columns = (
    <div className={styles.columns}>
      {group.options.map(({ value, label, note }) => (
        <label key={value} className={styles.choice}>
          <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
          <span>
            {label}
            {note && <span className={styles.note}> {note}</span>}
          </span>
        </label>
      ))}
    </div>
  );
  if (!group.label) return columns;
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.group}>{group.label}</legend>
      {columns}
    </fieldset>
  );
}

type FieldState = ReturnType<typeof useField>;

export function useField(name: string, hint: string | undefined) {
  const id = useId();
  const problem = useProblem(name);
  const describedBy = [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(" ");
  const input = { id, name, "aria-invalid": problem ? true : undefined, "aria-describedby": describedBy || undefined };
  return { id, problem, input };
}

type FrameProps = {
  label: string;
  hint: string | undefined;
  isOptional: boolean | undefined;
  field: FieldState;
  children: ReactNode;
};

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

function FieldNotes({ field, hint }: { field: FieldState; hint: string | undefined }) {
  return (
    <>
      {hint && (
        <p id={`${field.id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {field.problem && (
        <p id={`${field.id}-error`} className={styles.error}>
          {field.problem}
        </p>
      )}
    </>
  );
}
