/**
 * Keeps the results of a pure function of a text or number, because the same ones come again and again. A full cache is
 * emptied, which bounds its memory.
 */
export function remembering<Result, Key = string>(compute: (key: Key) => Result, max = 5_000): (key: Key) => Result {
  const results = new Map<Key, Result>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = compute(key);
    if (results.size >= max) results.clear();
    results.set(key, result);
    return result;
  };
}
