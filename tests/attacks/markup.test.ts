import { expect, it } from "vitest";
import { unescapedIn } from "./markup";

const markup = `"'<tw.x1>`;

it.each([
  `<p>${markup}</p>`,
  `<p title="&quot;'&lt;tw.x1&gt;">`,
  `<p title='"&#x27;&lt;tw.x1&gt;'>`,
  `<a href="https://shop.example/"'<tw.x1>">`,
  `<script>const text = "\\"'<tw.x1>";</script>`,
  `<script>const text = ""'\\u003ctw.x1>";</script>`,
])("the search for markup finds %s", (html) => expect(unescapedIn(html)).toHaveLength(1));

it.each([
  "<p>&quot;&#x27;&lt;tw.x1&gt;</p>",
  "<pre>&amp;quot;&amp;#39;&amp;lt;tw.x1&amp;gt;</pre>",
  `<script>const text = "\\"'\\u003ctw.x1>";</script>`,
  `<a href="https://shop.example/%22'%3Ctw.x1%3E">`,
])("the search for markup does not find %s", (html) => expect(unescapedIn(html)).toEqual([]));
