import { AppError } from "@/lib/kit/errors";

/** Makes values of the parts of a JSON text. */
export type JsonBuilder<Value, ObjectValue extends Value> = {
  /** `text` is a number in its original spelling, `true`, `false` or `null`. */
  scalar: (text: string) => Value;
  string: (text: string) => Value;
  array: (items: Value[]) => Value;
  object: () => ObjectValue;
  addField: (object: ObjectValue, field: JsonField<Value>) => void;
};

/** `source` is the text of the value. `depth` is the number of objects and arrays that contain the object. */
type JsonField<Value> = { name: string; value: Value; source: string; depth: number };

const depthMax = 16;
const space = /[ \t\n\r]*/y;
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Parses the JSON body of a request strictly. `JSON.parse` turns money into floats and silently accepts duplicate keys.
 * Here the builder gets numbers as text, and every field.
 */
export function parseExactJson<Value, ObjectValue extends Value>(
  text: string,
  builder: JsonBuilder<Value, ObjectValue>,
): Value {
  return new JsonReader(text, builder).readDocument();
}

const invalidJson = () => new AppError("invalid", "The request body is not valid JSON.");

class JsonReader<Value, ObjectValue extends Value> {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly builder: JsonBuilder<Value, ObjectValue>,
  ) {}

  readDocument(): Value {
    const value = this.readValue(0);
    this.match(space);
    return this.at === this.text.length ? value : this.fail();
  }

  private readValue(depth: number): Value {
    this.match(space);
    switch (this.text.charAt(this.at)) {
      case "{":
        return this.readObject(depth);
      case "[":
        return this.readArray(depth);
      case '"':
        return this.builder.string(this.readString());
      default:
        return this.builder.scalar(this.match(scalar) || this.fail());
    }
  }

  private readObject(depth: number): Value {
    const object = this.builder.object();
    this.readItems(depth, "}", () => {
      const name = this.text.charAt(this.at) === '"' ? this.readString() : this.fail();
      this.expect(":");
      const start = this.at;
      const value = this.readValue(depth + 1);
      this.builder.addField(object, { name, value, source: this.text.slice(start, this.at), depth });
    });
    return object;
  }

  private readArray(depth: number): Value {
    const items: Value[] = [];
    this.readItems(depth, "]", () => items.push(this.readValue(depth + 1)));
    return this.builder.array(items);
  }

  /** Reads comma-separated items up to the closing bracket or brace. */
  private readItems(depth: number, close: string, readItem: () => void): void {
    if (depth >= depthMax) throw new AppError("invalid", "The request body is nested too deeply.");
    this.at += 1;
    this.match(space);
    if (this.text.charAt(this.at) === close) {
      this.at += 1;
      return;
    }
    for (;;) {
      this.match(space);
      readItem();
      if (this.expect(`,${close}`) === close) return;
    }
  }

  /** Finds the closing quote and lets `JSON.parse` decode the string. */
  private readString(): string {
    let end = this.at + 1;
    while (end < this.text.length && this.text.charAt(end) !== '"') end += this.text.charAt(end) === "\\" ? 2 : 1;
    const token = this.text.slice(this.at, end + 1);
    this.at = end + 1;
    try {
      return JSON.parse(token) as string;
    } catch {
      throw invalidJson();
    }
  }

  private expect(oneOf: string): string {
    this.match(space);
    const found = this.text.charAt(this.at);
    if (!found || !oneOf.includes(found)) this.fail();
    this.at += 1;
    return found;
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  private fail(): never {
    throw invalidJson();
  }
}
