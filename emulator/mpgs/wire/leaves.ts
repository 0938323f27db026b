import { isJsonObject, type Json, type JsonObject, NumberText } from "@/emulator/base/wire/raw-json";

/** A value in a body, with its text. Other values than texts, numbers and booleans have none. */
type Leaf = { isString: boolean; text: string | null };
export type Leaves = ReadonlyMap<string, Leaf>;

/** The values of a body by their paths, such as `order.amount`. */
export function leavesOf(object: JsonObject, prefix = ""): Leaves {
  return new Map(
    [...object].flatMap(([name, value]): [string, Leaf][] =>
      isJsonObject(value)
        ? [...leavesOf(value, `${prefix}${name}.`)]
        : [[prefix + name, { isString: typeof value === "string", text: textOf(value) }]],
    ),
  );
}

function textOf(value: Json): string | null {
  if (value instanceof NumberText) return value.text;
  return typeof value === "string" || typeof value === "boolean" ? String(value) : null;
}

export const textAt = (leaves: Leaves, path: string): string | null => leaves.get(path)?.text ?? null;

/** The amount of a body that was checked, in minor units. */
export const minorAt = (leaves: Leaves, path: string): bigint => BigInt((textAt(leaves, path) ?? "0").replace(".", ""));

/** A text that is equal for equal bodies, whatever the order of their fields. */
export const canonicalText = (leaves: Leaves): string =>
  JSON.stringify([...leaves].sort(([one], [other]) => (one < other ? -1 : 1)));
