import highlighter from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import xml from "highlight.js/lib/languages/xml";
import { markup } from "@/lib/kit/markup";
import styles from "./code.module.css";

type Role = "keyword" | "string" | "key" | "number" | "comment";
type Grammar = { name: string; roles: Record<string, Role> };

/** The scopes of highlight.js that have a colour. All other scopes look like plain text. */
const common: Record<string, Role> = {
  keyword: "keyword",
  name: "keyword",
  string: "string",
  regexp: "string",
  number: "number",
  literal: "number",
  comment: "comment",
  meta: "comment",
};

/** By the name that pages show. Samples in other languages stay plain. */
const grammars: Record<string, Grammar> = {
  JavaScript: { name: "javascript", roles: common },
  PHP: { name: "php", roles: common },
  Python: { name: "python", roles: common },
  Shell: { name: "bash", roles: { ...common, built_in: "keyword", attr: "key", variable: "number" } },
  JSON: { name: "json", roles: { ...common, attr: "key" } },
  HTML: { name: "xml", roles: { ...common, attr: "key" } },
};

highlighter.registerLanguage("javascript", javascript);
highlighter.registerLanguage("json", json);
highlighter.registerLanguage("php", php);
highlighter.registerLanguage("python", python);
highlighter.registerLanguage("xml", xml);
highlighter.registerLanguage("bash", (api) => {
  const grammar = bash(api);
  const commands = { scope: "built_in", begin: /(?:^|(?<=[\n;|] *))(?:curl|npm|openssl)\b/ };
  const flags = { scope: "attr", begin: /(?<=\s)--?[A-Za-z][\w-]*/ };
  return { ...grammar, contains: [commands, flags, ...grammar.contains] };
});

/**
 * Returns code as HTML with a class for each coloured word. Runs on the server only: a client component that imports it
 * would send the grammars to the browser.
 */
export function highlight(code: string, language: string): string {
  const grammar = grammars[language];
  if (!grammar) return markup`${code}`.text;
  const { value } = highlighter.highlight(code, { language: grammar.name });
  return withOwnClasses(value, grammar.roles);
}

/** Replaces the classes of highlight.js. Removes the elements of scopes without a colour. */
function withOwnClasses(html: string, roles: Record<string, Role>): string {
  const closings: string[] = [];
  return html.replace(/<span class="(?:hljs-)?([\w-]+)[^"]*">|<\/span>/g, (_tag, scope?: string) => {
    if (scope === undefined) return closings.pop() ?? "";
    const role = roles[scope];
    closings.push(role ? "</span>" : "");
    return role ? `<span class="${styles[role]}">` : "";
  });
}
