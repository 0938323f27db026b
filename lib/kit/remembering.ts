/**
 * Keeps the results of a pure function of a text, because the same texts come again and again. A full cache is emptied,
 * which bounds its memory.
 */
export function remembering<Result>(compute: (text: string) => Result, max = 5_000): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (results.size >= max) results.clear();
    results.set(text, result);
    return result;
  };
}
