import { expect, it } from "vitest";
import { docsPages } from "@/lib/docs/pages";
import { highlight } from "./highlight";

const samples = docsPages().all.flatMap(({ parts, operation }) => [
  ...parts.flatMap((part) => (part.kind === "code" ? part.samples : [])),
  ...(operation?.samples ?? []),
]);

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };
const textOf = (html: string) =>
  html.replace(/<[^>]+>/g, "").replace(/&([^;]+);/g, (_entity, name: string) => entities[name] ?? "");

it("highlighting changes no character of a sample of the docs, and sets no style attribute", () => {
  for (const { code, language } of samples) {
    const html = highlight(code, language);
    expect(textOf(html)).toBe(code);
    expect(html).not.toContain("style=");
    expect(html.match(/<span/g)?.length).toBe(html.match(/<\/span>/g)?.length);
  }
});

it("colours words in every language of the samples", () => {
  for (const language of ["JavaScript", "PHP", "Python", "Shell", "JSON", "HTML"]) {
    const code = samples.find((sample) => sample.language === language)?.code ?? "";
    expect(highlight(code, language), language).toContain("<span class=");
  }
});

it("escapes code in a language without a grammar", () => {
  expect(highlight(`<b a="1">&`, "CSV")).toBe("&lt;b a=&quot;1&quot;&gt;&amp;");
});
