import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/kit/errors";
import { parseUrlEncoded, readMultipart, readUrlEncoded, toFormFields, toRepeatableFields, withoutFiles } from "./form";

describe("a urlencoded body", () => {
  it("is decoded strictly", () => {
    expect(parseUrlEncoded("a=1+2&b=%C3%A9&c=&d&e=x=y")).toEqual({ a: "1 2", b: "é", c: "", d: "", e: "x=y" });
    expect(parseUrlEncoded("")).toEqual({});
  });

  it.each(["a=1&a=1", "a=%", "a=%ff", "a=%00", "__proto__=1", "a=1&%61=2", "%5F_proto__=1"])(
    "is refused as %s",
    (text) => {
      expect(() => parseUrlEncoded(text)).toThrow(AppError);
    },
  );
});

describe("a form whose fields may repeat", () => {
  const read = (text: string) => toRepeatableFields(readUrlEncoded(text));

  it("counts equal values once, and names the fields with different ones", () => {
    expect(read("a=1&b=2&a=1")).toEqual({ fields: { a: "1", b: "2" }, conflicts: [] });
    expect(read("a=1&b=2&a=3&b=2&a=1&c=&c=x")).toEqual({ fields: { a: "1", b: "2", c: "" }, conflicts: ["a", "c"] });
  });

  it.each(["a=%00", "__proto__=1", "%5F_proto__=1&a=1", "a=%ff"])("is refused as %s", (text) => {
    expect(() => read(text)).toThrow(AppError);
  });
});

/** Parses with the part limit of picture uploads. */
const parseMultipart = async (bytes: Uint8Array<ArrayBuffer>, type: string) =>
  toFormFields(await readMultipart(bytes, type, 16));

describe("a multipart body", () => {
  const multipart = async (form: FormData) => {
    const response = new Response(form);
    return parseMultipart(new Uint8Array(await response.arrayBuffer()), response.headers.get("content-type") ?? "");
  };

  it("returns its fields and files", async () => {
    const form = new FormData();
    form.append("_method", "PATCH");
    form.append("picture", new File(["bytes"], "me.png"));
    const fields = await multipart(form);
    expect(fields._method).toBe("PATCH");
    expect(fields.picture).toBeInstanceOf(File);
  });

  it("is refused if it is broken or repeats a field", async () => {
    await expect(
      parseMultipart(new TextEncoder().encode("nonsense"), "multipart/form-data; boundary=x"),
    ).rejects.toThrow(AppError);
    await expect(parseMultipart(new TextEncoder().encode("nonsense"), "multipart/form-data")).rejects.toThrow(AppError);
    const form = new FormData();
    form.append("a", "1");
    form.append("a", "2");
    await expect(multipart(form)).rejects.toThrow(AppError);
  });

  const part = (name: string, headers = "") =>
    `--x\r\nContent-Disposition: form-data; name="${name}"; filename=""${headers}\r\n\r\n\r\n`;
  const parts = (count: number) => Array.from({ length: count }, (_, index) => part(`p${index}`)).join("");
  const parse = (body: string, type = "multipart/form-data; boundary=x") =>
    parseMultipart(new TextEncoder().encode(body), type);

  it("has at most 16 parts with short headers", async () => {
    expect(Object.keys(await parse(`${parts(16)}--x--\r\n`))).toHaveLength(16);
    await expect(parse(`${parts(17)}--x--\r\n`)).rejects.toThrow("may not have more than 16 parts");
    await expect(parse(parts(90_000))).rejects.toThrow("may not have more than 16 parts");
    await expect(parse("--x--\r\n".repeat(600_000))).rejects.toThrow("not valid multipart");
    await expect(parse(`${parts(1)}--x--\r\nmore`)).rejects.toThrow("not valid multipart");
    await expect(parse(`${part("x--x--")}${parts(17)}--x--\r\n`)).rejects.toThrow("may not have more than 16 parts");
    const long = part("long", `\r\nX-More: ${"x".repeat(8 * 1024)}`);
    await expect(parse(`${long}--x--\r\n`)).rejects.toThrow("a part with more than 8 KB of headers");
  });

  it("is refused with a file where files are not accepted", async () => {
    const pairs = await readMultipart(
      new TextEncoder().encode(`${parts(1)}--x--\r\n`),
      "multipart/form-data; boundary=x",
      64,
    );
    expect(() => toRepeatableFields(withoutFiles(pairs))).toThrow("must not contain files");
  });

  it.each(["boundary=x", 'Boundary="x"', "charset=utf-8; boundary=x ; a=b"])(
    "names its boundary as %s",
    async (words) => {
      expect(Object.keys(await parse(`${parts(2)}--x--\r\n`, `multipart/form-data; ${words}`))).toEqual(["p0", "p1"]);
    },
  );

  it.each([
    'boundary=""',
    'boundary="a\\"b"',
    `boundary=${"x".repeat(71)}`,
    "boundary=x, multipart/form-data; boundary=y",
  ])("is refused with %s", async (words) => {
    await expect(parse(`${parts(2)}--x--\r\n`, `multipart/form-data; ${words}`)).rejects.toThrow(AppError);
  });
});
