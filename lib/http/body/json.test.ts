import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/kit/errors";
import { parseJsonObject } from "./json";

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

describe("a JSON body", () => {
  it("returns every scalar in its original spelling, and null as blank", () => {
    expect(
      parseJsonObject('{"total":10.50,"big":12345678901234567890,"yes":true,"no":null,"name":"Ann","list":[1,"b"]}'),
    ).toEqual({
      total: "10.50",
      big: "12345678901234567890",
      yes: "true",
      no: "",
      name: "Ann",
      list: ["1", "b"],
    });
  });

  it("may be empty", () => expect(parseJsonObject("  ")).toEqual({}));

  it.each([
    ["broken", '{"a":'],
    ["followed by more", '{"a":1} x'],
    ["an array", "[1]"],
    ["a number", "5"],
    ["null", "null"],
    ["with a key given twice", '{"a":1,"a":1}'],
    ["with a key given twice further down", '{"b":{"a":1,"a":2}}'],
    ["with __proto__", '{"__proto__":{"x":1}}'],
    ["with constructor further down", '{"a":{"constructor":1}}'],
    ["with an escaped __proto__", '{"\\u005f_proto__":1}'],
    ["with a NUL", '{"a":"x\\u0000y"}'],
    ["with a NUL in a key", '{"a\\u0000":"x"}'],
    ["with half a surrogate pair", '{"a":"\\ud83d"}'],
    ["nested 17 deep", nested(17)],
    [
      "nested 17 deep with nothing in it",
      `${"[".repeat(17)}${"]".repeat(17)}`.replace(/.*/, (list) => `{"a":${list.slice(1, -1)}}`),
    ],
    ["nested beyond the stack", "[".repeat(60_000)],
    ["with a leading zero", '{"a":01}'],
    ["with a comment", '{"a":1}//'],
    ["with single quotes", "{'a':1}"],
    ["with NaN", '{"a":NaN}'],
    ["with a null key given twice", '{"a":null,"a":null}'],
    ["with a comma at the end", '{"a":1,}'],
    ["with an unknown escape", '{"a":"\\x"}'],
    ["with a line break in a text", '{"a":"x\ny"}'],
    ["with a text that never ends", '{"a":"x'],
    ["with an empty number", '{"a":-}'],
  ])("is refused when %s", (_what, text) => {
    expect(() => parseJsonObject(text)).toThrow(AppError);
  });

  it("accepts the same documents as JSON.parse", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.json().map((text) => text.slice(1)),
          fc.string(),
        ),
        (text) => {
          const body = `{"a":${text}}`;
          const isJson = (read: (text: string) => unknown) => {
            try {
              read(body);
              return true;
            } catch {
              return false;
            }
          };
          return isJson(JSON.parse) || !isJson(parseJsonObject);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("may be nested 16 deep", () => expect(parseJsonObject(nested(16))).toHaveProperty("a"));

  it("is parsed or refused, and never fails otherwise", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((text) => `{"a":${text}}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        try {
          parseJsonObject(text);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
    );
  });
});

describe("a field that may be an object", () => {
  const dataOf = (json: string) => parseJsonObject(json, ["data"]).data;

  it.each([
    ['{"data": { "a" : 1.50, "b": [ true , null, "x  y" ] } }', '{"a":1.50,"b":[true,null,"x  y"]}'],
    ['{"data":\n[1,\t2,\r\n 10000000000000000001]}', "[1,2,10000000000000000001]"],
    ['{"data": {"q": "a \\" b \\\\", "u": "\\u00e9 é"}}', '{"q":"a \\" b \\\\","u":"\\u00e9 é"}'],
    ['{"data": {}}', "{}"],
    ['{"data": "{ \\"a\\": 1 }"}', '{ "a": 1 }'],
    ['{"data": 1.0}', "1.0"],
    ['{"data": null}', ""],
  ])("%s is kept as %s", (json, kept) => {
    expect(dataOf(json)).toBe(kept);
  });

  it("is kept as text only at the top level", () => {
    expect(parseJsonObject('{"more": {"data": {"a": 1}}}', ["data"])).toEqual({ more: { data: { a: "1" } } });
    expect(parseJsonObject('{"data": {"a": 1}}')).toEqual({ data: { a: "1" } });
  });

  it.each(['{"data": {"a": 1, "a": 2}}', '{"data": {"__proto__": 1}}', '{"data": {"a": 01}}', '{"data": [1,]}'])(
    "is checked strictly: %s is refused",
    (json) => {
      expect(() => dataOf(json)).toThrow(AppError);
    },
  );
});

it("the error about a repeated field does not show a card number in its name", () => {
  const read = () => parseJsonObject('{"4111111111111111":1,"4111111111111111":2}');
  expect(read).toThrow("is given more than once");
  expect(read).not.toThrow(/4111/);
});

it("the error about a repeated field cuts a long name between characters", () => {
  const name = `${"a".repeat(63)}\u{1f600}b`;
  expect(() => parseJsonObject(`{"${name}":1,"${name}":1}`)).toThrow(`The ${name.slice(0, 65)} field is given`);
});
