/** A number as the client wrote it. `JSON.parse` would lose the difference between `1.10` and `1.1000000000000001`. */
export class NumberText {
  constructor(readonly text: string) {}
}

export type JsonObject = ReadonlyMap<string, Json>;
export type Json = null | boolean | string | NumberText | readonly Json[] | JsonObject;

export type ParsedJson = { value: Json; duplicateKeys: readonly string[] };

const depthMax = 20;
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids these characters in a string
const stringPattern = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const spacePattern = /[ \t\r\n]*/y;

/** Parses JSON, keeps the text of numbers and lists the keys that an object repeats. Returns null for invalid JSON. */
export function parseRawJson(text: string): ParsedJson | null {
  const duplicateKeys: string[] = [];
  try {
    const reader = new Reader(text, duplicateKeys);
    return { value: reader.readDocument(), duplicateKeys };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export const isJsonObject = (value: Json | undefined): value is JsonObject => value instanceof Map;

class Reader {
  #place = 0;

  constructor(
    readonly text: string,
    readonly duplicateKeys: string[],
  ) {}

  readDocument(): Json {
    const value = this.#readValue(0);
    this.#take(spacePattern);
    if (this.#place < this.text.length) throw new SyntaxError("The text continues after the value.");
    return value;
  }

  #readValue(depth: number): Json {
    if (depth > depthMax) throw new SyntaxError("The value is nested too deeply.");
    this.#take(spacePattern);
    const first = this.text.charAt(this.#place);
    if (first === "{") return this.#readObject(depth);
    if (first === "[") return this.#readArray(depth);
    if (first === '"') return this.#readString();
    for (const [word, value] of [["true", true] as const, ["false", false] as const, ["null", null] as const]) {
      if (this.#skip(word)) return value;
    }
    return new NumberText(this.#take(numberPattern));
  }

  #readObject(depth: number): JsonObject {
    const entries = new Map<string, Json>();
    this.#expect("{");
    if (this.#skip("}")) return entries;
    do {
      this.#take(spacePattern);
      const key = this.#readString();
      if (entries.has(key)) this.duplicateKeys.push(key);
      this.#expect(":");
      entries.set(key, this.#readValue(depth + 1));
    } while (this.#skip(","));
    this.#expect("}");
    return entries;
  }

  #readArray(depth: number): Json[] {
    const items: Json[] = [];
    this.#expect("[");
    if (this.#skip("]")) return items;
    do items.push(this.#readValue(depth + 1));
    while (this.#skip(","));
    this.#expect("]");
    return items;
  }

  #readString(): string {
    return JSON.parse(this.#take(stringPattern)) as string;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#place;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) throw new SyntaxError(`Unexpected text at ${this.#place}.`);
    this.#place += found.length;
    return found;
  }

  #skip(word: string): boolean {
    this.#take(spacePattern);
    if (!this.text.startsWith(word, this.#place)) return false;
    this.#place += word.length;
    return true;
  }

  #expect(word: string): void {
    if (!this.#skip(word)) throw new SyntaxError(`Expected ${word} at ${this.#place}.`);
  }
}
