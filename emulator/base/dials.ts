type Sentences = Readonly<Record<string, string>>;

/** Dials that the base itself obeys. */
export type CommonDials = { rateLimitPerSecond: number | null; queryLagMs: number };

export const commonNumbers = {
  rateLimitPerSecond: "Further requests within one second get HTTP 429 without a body; null: no limit.",
  queryLagMs: "Queries see a change only this many milliseconds later.",
} as const;

/** The dials of an emulator. The sentences are shown on the control page and in the documentation. */
export type DialWords<Dials extends CommonDials> = {
  choices: Readonly<Record<string, Sentences>>;
  /** Other values that a choice takes. */
  patterns: Readonly<Record<string, RegExp>>;
  switches: Sentences;
  /** A number whose default is null may be null. */
  numbers: Sentences;
  defaults: Readonly<Dials>;
};

/** Returns the reason why a value does not fit a dial, or null. */
export function dialProblem(words: DialWords<CommonDials>, name: string, value: unknown): string | null {
  const { choices, patterns, switches, numbers } = words;
  const defaults: Readonly<Record<string, unknown>> = words.defaults;
  if (Object.hasOwn(choices, name)) {
    const listed = Object.keys(choices[name] ?? {});
    if (Object.hasOwn(patterns, name) && patterns[name]?.test(String(value))) return null;
    return listed.some((choice) => choice === value) ? null : `${name} must be one of ${listed.join(", ")}.`;
  }
  if (Object.hasOwn(switches, name)) return typeof value === "boolean" ? null : `${name} must be true or false.`;
  if (!Object.hasOwn(numbers, name)) return `There is no dial ${name}.`;
  if (value === null && defaults[name] === null) return null;
  return Number.isInteger(value) && Number(value) >= 0 ? null : `${name} must be a whole number of at least 0.`;
}
