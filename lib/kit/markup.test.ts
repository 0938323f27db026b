import { expect, it } from "vitest";
import { emptyMarkup, hiddenFields, markup } from "./markup";

const attack = `"><script>alert('1')</script>&`;
const escaped = "&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;";

it("markup escapes texts and numbers in content and attributes", () => {
  expect(markup`<p title="${attack}">${attack} ${7}</p>`.text).toBe(`<p title="${escaped}">${escaped} 7</p>`);
});

it("markup does not escape markup a second time", () => {
  expect(markup`<main>${markup`<b>${"&"}</b>`}${emptyMarkup}</main>`.text).toBe("<main><b>&amp;</b></main>");
});

it("hidden fields escape their names and values", () => {
  expect(hiddenFields({ [attack]: attack }).text).toBe(`<input type="hidden" name="${escaped}" value="${escaped}">`);
});
