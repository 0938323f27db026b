/** The value of the longest key that ends the path. Keys and paths name fields from the outside in. */
export function closest<Value>(table: Readonly<Record<string, Value>>, path: readonly string[]): Value | undefined {
  const keys = path.map((_name, index) => path.slice(index).join("."));
  const found = keys.find((key) => Object.hasOwn(table, key));
  return found === undefined ? undefined : table[found];
}
