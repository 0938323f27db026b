import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { email } from "./fields";

const field = z.object({ email: email({ max: 50 }) });
const read = (text: string): string | undefined => field.safeParse({ email: text }).data?.email;

describe("an email address", () => {
  it.each([
    ["ann@example.com", "ann@example.com"],
    [" Ann.Lee@Example.COM ", "ann.lee@example.com"],
    ["a.b+c_d-e'f@sub.example.co.tt", "a.b+c_d-e'f@sub.example.co.tt"],
    ["!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"],
    ["ann..lee@example.com", "ann..lee@example.com"],
    [".ann.@example.com", ".ann.@example.com"],
    ["ann@1.example", "ann@1.example"],
    ["ann@bücher.example", "ann@xn--bcher-kva.example"],
    ["ann@BÜCHER.example", "ann@xn--bcher-kva.example"],
    ["ann@почта.рф", "ann@xn--80a1acny.xn--p1ai"],
    ["ann@例え。テスト", "ann@xn--r8jz45g.xn--zckzah"],
    ["ann@xn--bcher-kva.example", "ann@xn--bcher-kva.example"],
  ])("%s is stored as %s", (given, kept) => {
    expect(read(given)).toBe(kept);
  });

  it.each([
    ...["ann", "ann@", "@example.com", "ann@example", "ann@localhost", "ann lee@example.com", "ann@exa mple.com"],
    ...["ann@@example.com", "ann@-example.com", "ann@example-.com", "ann@.example.com", "ann@example..com"],
    ...["ann@example.com.", "ann@exam_ple.com", `ann@${"a".repeat(64)}.com`, '"ann"@example.com', "jürgen@example.com"],
    ...["ann@bü cher.example", "ann@bücher.example:8080", "ann@bücher.example/x", "ann@x@bücher.example", "ann@ü"],
    ...["ann@ex\nämple.com", "ann@exä\tmple.com", "ann@１.２", "ann@\u00a0ämple.com"],
    ...["ann@[127.0.0.1]", "<ann@example.com>", "ann@example.com\u0000", "ann,lee@example.com", "ann@bü%63her.example"],
  ])("%j is refused", (given) => {
    expect(read(given)).toBeUndefined();
  });

  it("has its length limited in its ASCII form", () => {
    const domain = "bücher.example";
    const fits = "a".repeat(50 - "@xn--bcher-kva.example".length);
    expect(read(`${fits}@${domain}`)).toBe(`${fits}@xn--bcher-kva.example`);
    expect(read(`${fits}a@${domain}`)).toBeUndefined();
  });
});
