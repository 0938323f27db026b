/** A group of choices with a short way to choose none, the reading one, or all of them. */
export type ChoiceGroup = {
  label: string;
  options: readonly { value: string; label: string; code?: string }[];
  /** The value that only reads. Null if the group has none. */
  read: string | null;
  /** The value that includes the others, also later ones. Null if each one is chosen by itself. */
  everything: string | null;
};

export type Level = "none" | "read" | "custom" | "all";

const valuesOf = ({ options }: ChoiceGroup): string[] => options.map(({ value }) => value);

/** The level that the chosen values amount to. */
export function levelOf(group: ChoiceGroup, chosen: ReadonlySet<string>): Level {
  if (group.everything !== null && chosen.has(group.everything)) return "all";
  const held = valuesOf(group).filter((value) => chosen.has(value));
  if (held.length === 0) return "none";
  if (held.length === 1 && held[0] === group.read) return "read";
  return group.everything === null && held.length === group.options.length ? "all" : "custom";
}

/** The values of the group at a level. `custom` keeps what is chosen, each by itself. */
export function valuesAt(group: ChoiceGroup, level: Level, chosen: ReadonlySet<string>): string[] {
  switch (level) {
    case "none":
      return [];
    case "read":
      return group.read === null ? [] : [group.read];
    case "all":
      return group.everything === null ? valuesOf(group) : [group.everything];
    case "custom":
      return valuesOf(group).filter((value) => isChosen(group, value, chosen));
  }
}

export const isChosen = ({ everything }: ChoiceGroup, value: string, chosen: ReadonlySet<string>): boolean =>
  chosen.has(value) || (everything !== null && chosen.has(everything));

/** How many values of the group are chosen. `everything` counts as all of them and itself. */
export function countChosen(group: ChoiceGroup, chosen: ReadonlySet<string>): number {
  const isAll = group.everything !== null && chosen.has(group.everything);
  return isAll ? group.options.length + 1 : valuesOf(group).filter((value) => chosen.has(value)).length;
}

export const countOffered = ({ options, everything }: ChoiceGroup): number =>
  options.length + (everything === null ? 0 : 1);
