import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/kit/errors";
import { parseMultipart, parseUrlEncoded } from "./form";

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

describe("a multipart body", () => {
  const multipart = async (form: FormData) => {
    const response = new Response(form);
    return parseMultipart(new Uint8Array(await response.arrayBuffer()), response.headers.get("content-type") ?? "");
  };

  it("gives its fields and files", async () => {
    const form = new FormData();
    form.append("_method", "PATCH");
    form.append("picture", new File(["bytes"], "me.png"));
    const fields = await multipart(form);
    expect(fields._method).toBe("PATCH");
    expect(fields.picture).toBeInstanceOf(File);
  });

  it("is refused when broken, or with a field given twice", async () => {
    await expect(
      parseMultipart(new TextEncoder().encode("nonsense"), "multipart/form-data; boundary=x"),
    ).rejects.toThrow(AppError);
    await expect(parseMultipart(new TextEncoder().encode("nonsense"), "multipart/form-data")).rejects.toThrow(AppError);
    const form = new FormData();
    form.append("a", "1");
    form.append("a", "2");
    await expect(multipart(form)).rejects.toThrow(AppError);
  });
});
