/** Lists every text of a tree of texts with its path, such as `notices.funds.title`. */
export function textsOf(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as object).flatMap(([key, part]) => textsOf(part, path ? `${path}.${key}` : key));
}
