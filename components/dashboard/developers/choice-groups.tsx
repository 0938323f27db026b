"use client";

import { ChevronDown, ChevronRight } from "lucide";
import { useId, useState } from "react";
import { FieldNotes, useField } from "@/components/ui/form/field";
import fieldStyles from "@/components/ui/form/field.module.css";
import { Icon } from "@/components/ui/icon";
import segments from "@/components/ui/sections/tabs.module.css";
import styles from "./choice-groups.module.css";
import { type ChoiceGroup, countChosen, countOffered, isChosen, type Level, levelOf, valuesAt } from "./group-levels";

type Props = {
  name: string;
  label: string;
  /** What the choices are called, as in "4 of 24 permissions". */
  noun: string;
  hint?: string | undefined;
  groups: readonly ChoiceGroup[];
  chosen: readonly string[];
};

/** A choice among many, in groups that open. Each group can be set to a level at once. */
export function ChoiceGroups({ name, label, noun, hint, groups, chosen: given }: Props) {
  const field = useField(name, hint);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(given));
  const total = (count: (group: ChoiceGroup) => number) => groups.reduce((sum, group) => sum + count(group), 0);
  const change = (group: ChoiceGroup, values: readonly string[]) => {
    const others = [...chosen].filter((value) => !group.options.some((option) => option.value === value));
    setChosen(new Set([...others.filter((value) => value !== group.everything), ...values]));
  };
  const isFirstOpen = given.length === 0;
  return (
    <fieldset {...field.group} className={fieldStyles.choices}>
      <legend className={styles.legend}>
        {label}
        <span className={styles.count}>
          {total((group) => countChosen(group, chosen))} of {total(countOffered)} {noun}
        </span>
      </legend>
      <div className={styles.groups}>
        {groups.map((group, index) => (
          <Group
            key={group.label}
            {...{ name, group, chosen }}
            isOpenAtFirst={levelOf(group, chosen) === "custom" || (isFirstOpen && index === 0)}
            onChange={(values) => change(group, values)}
          />
        ))}
      </div>
      <FieldNotes field={field} hint={hint} />
    </fieldset>
  );
}

const levelWords: readonly [Level, string][] = [
  ["none", "None"],
  ["read", "Read"],
  ["custom", "Custom"],
  ["all", "All"],
];

type GroupProps = {
  name: string;
  group: ChoiceGroup;
  chosen: ReadonlySet<string>;
  isOpenAtFirst: boolean;
  onChange: (values: readonly string[]) => void;
};

function Group({ name, group, chosen, isOpenAtFirst, onChange }: GroupProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const [isCustom, setIsCustom] = useState(false);
  const level = isCustom ? "custom" : levelOf(group, chosen);
  const chooseLevel = (next: Level) => {
    setIsCustom(next === "custom");
    if (next === "custom") setIsOpen(true);
    onChange(valuesAt(group, next, chosen));
  };
  const toggle = (value: string, isOn: boolean) => {
    const others = valuesAt(group, "custom", chosen).filter((each) => each !== value);
    onChange(isOn ? [...others, value] : others);
  };
  const isAll = group.everything !== null && chosen.has(group.everything);
  return (
    <div className={styles.group}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.title}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon of={isOpen ? ChevronDown : ChevronRight} />
          {group.label}
        </button>
        <Levels {...{ group, level }} onChoose={chooseLevel} />
      </div>
      <div id={id} hidden={!isOpen} className={styles.options}>
        {group.options.map(({ value, label, code }) => (
          <label key={value} className={`${fieldStyles.choice} ${styles.option}`}>
            <input
              type="checkbox"
              // `everything` is sent instead of the single values.
              {...(!isAll && { name })}
              value={value}
              checked={isChosen(group, value, chosen)}
              onChange={(event) => toggle(value, event.currentTarget.checked)}
            />
            <span>{label}</span>
            {code && <code>{code}</code>}
          </label>
        ))}
      </div>
      {isAll && group.everything !== null && <input type="hidden" name={name} value={group.everything} />}
    </div>
  );
}

type LevelsProps = { group: ChoiceGroup; level: Level; onChoose: (level: Level) => void };

function Levels({ group, level, onChoose }: LevelsProps) {
  const radioName = useId();
  const isOffered = (each: Level) => each !== "read" || group.read !== null;
  return (
    <div role="radiogroup" aria-label={group.label} className={`${segments.segments} ${styles.levels}`}>
      {levelWords
        .filter(([each]) => isOffered(each))
        .map(([each, word]) => (
          <label key={each}>
            <input
              type="radio"
              name={radioName}
              // The levels belong to no form, so they are not sent.
              form=""
              checked={level === each}
              onChange={() => onChoose(each)}
              className={fieldStyles.hiddenRadio}
            />
            {word}
          </label>
        ))}
    </div>
  );
}
