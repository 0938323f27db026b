import { expect, it } from "vitest";
import { readHtml } from "./html";

const formsIn = (html: string) => readHtml(html).forms;

it("reads forms with their decoded fields", () => {
  const html = `<form action="/a?x=1&amp;y=2"><INPUT name=one value='1'><input type="hidden" name="two" value="&quot;&#39;&#x3c;"></form><input name=three>`;
  expect(formsIn(html)).toMatchObject([{ action: "/a?x=1&y=2", fields: { one: "1", two: "\"'<" }, inputs: ["one"] }]);
});

it("reads what a browser posts: checked boxes, and the first button with a name", () => {
  const boxes = "<input type=checkbox name=a value=1><input type=checkbox name=b value=2 checked>";
  const buttons =
    "<button>Help</button><button name=action value=ok>OK</button><input type=submit name=action value=no>";
  expect(formsIn(`<form target=frame>${boxes}${buttons}</form>`)).toEqual([
    { action: null, target: "frame", fields: { b: "2" }, inputs: [], button: { action: "ok" } },
  ]);
});

it("ends a tag outside quotes", () => {
  const { text, forms } = readHtml(`<p title="1 > paid">Order</p><form action='/a?b=>'></form><!-- it="s -->`);
  expect(text.trim()).toBe("Order");
  expect(forms).toMatchObject([{ action: "/a?b=>" }]);
});

it("reads a page with letters whose lower case is longer", () => {
  const { text, forms } = readHtml(`${"\u0130".repeat(40)}<SCRIPT>paid</SCRIPT><form action="/a"></form> open`);
  expect(text).toMatch(/^\u0130{40}\s+open$/);
  expect(forms).toMatchObject([{ action: "/a" }]);
});

it("reads forms, but no text, for browsers without scripts", () => {
  const { text, forms } = readHtml('<noscript>paid<form action="/a"></form></noscript>open');
  expect(text.trim()).toBe("open");
  expect(forms).toMatchObject([{ action: "/a" }]);
});

it.each(["<", "<script>", "<noscript>", "<a ", "&#", '<a b="', "<a b='", "<a b= ", "<input name=a value=", "<form>"])(
  "a page of 256 KB of %j is read in time",
  (part) => {
    const page = part.repeat(Math.ceil((256 * 1024) / part.length));
    for (const html of [page, `${page}>`, `<a ${page.slice(0, 60_000).replaceAll(/[<>]/g, "")}>`]) {
      const started = performance.now();
      readHtml(html);
      // Long, because other tests use the same cores. Quadratic reading would take far longer.
      expect(performance.now() - started).toBeLessThan(5000);
    }
  },
);
