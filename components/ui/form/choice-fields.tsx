"use client";

import segments from "@/components/ui/sections/tabs.module.css";
import { FieldNotes, type FieldProps, type Option, useField } from "./field";
import styles from "./field.module.css";

/** A checkbox, sent as 1 or 0. */
export function SwitchField({ name, label, hint, isOn }: FieldProps & { isOn: boolean }) {
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
type ChoicesProps = FieldProps & {
  options?: readonly Option[];
  /** Groups of options. They replace `options`. */
  groups?: readonly ChoiceGroup[];
  chosen: readonly string[];
};

/** Checkboxes for a multiple choice, sent under one name. */
export function ChoicesField({ name, label, hint, options = [], groups, chosen }: ChoicesProps) {
  const field = useField(name, hint);
  return (
    <fieldset {...field.group} className={styles.choices}>
      <legend className={styles.label}>{label}</legend>
      {(groups ?? [{ label: "", options }]).map((group) => (
        <ChoiceColumns key={group.label} name={name} group={group} chosen={chosen} />
      ))}
      <FieldNotes field={field} hint={hint} />
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

type SegmentedProps = FieldProps & { options: readonly Option[]; value: string };

/** A choice between a few options that are all visible, sent as a radio button. */
export function SegmentedField({ name, label, hint, options, value }: SegmentedProps) {
  const field = useField(name, hint);
  return (
    <fieldset {...field.group} className={styles.choices}>
      <legend className={styles.label}>{label}</legend>
      <div className={segments.segments}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === value}
              className={styles.hiddenRadio}
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldNotes field={field} hint={hint} />
    </fieldset>
  );
}

/** A choice between a few options, one below the other, each with a note. Sent as a radio button. */
export function RadioField({ name, label, hint, options, value }: SegmentedProps) {
  const field = useField(name, hint);
  return (
    <fieldset {...field.group} className={styles.choices}>
      <legend className={styles.label}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input type="radio" name={name} value={option.value} defaultChecked={option.value === value} />
          <span>
            {option.label}
            {option.note && <span className={styles.note}>{option.note}</span>}
          </span>
        </label>
      ))}
      <FieldNotes field={field} hint={hint} />
    </fieldset>
  );
}
