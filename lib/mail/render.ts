import { type Content, type Fact, type Link, oneLine, subjectOf } from "./content";

export function renderText(content: Content): string {
  const { greeting, paragraphs, facts, footer } = content;
  const parts = [
    ...[greeting, ...paragraphs].map(oneLine),
    facts.map(([label, value]) => `${oneLine(label)}: ${oneLine(value)}`).join("\n"),
    ...linksOf(content).map(({ lead, label }) => oneLine(`${lead} ${label}`)),
    `-- \n${oneLine(footer)}`,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

const font = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const styles = {
  body: `margin: 0; padding: 24px 12px; background: #f4f7f8; color: #13242b; font: 16px/1.55 ${font}`,
  card: "max-width: 560px; margin: 0 auto; padding: 24px; border-radius: 12px; background: #ffffff; overflow-wrap: anywhere",
  heading: "margin: 0 0 16px; font-size: 20px; line-height: 1.3",
  paragraph: "margin: 0 0 12px",
  table: "width: 100%; margin: 16px 0; border-collapse: collapse",
  label:
    "padding: 8px 12px 8px 0; border-top: 1px solid #cbd6da; color: #4a5d65; font-weight: 400; text-align: left; vertical-align: top; white-space: nowrap",
  value: "padding: 8px 0; border-top: 1px solid #cbd6da; vertical-align: top",
  link: "color: #00687a",
  footer: "margin: 16px 0 0; color: #4a5d65; font-size: 14px",
} as const;

/** Dark mode needs a style element. Mail programs that ignore it show the light colours. */
const darkStyles = [
  ".body { background: #0e191d !important; color: #eaf2f4 !important }",
  ".card { background: #17262c !important }",
  ".quiet { color: #a8bac1 !important }",
  ".line { border-color: #34474e !important }",
  ".link { color: #5fd0e3 !important }",
].join(" ");

/** Loads no image or other resource, so that opening a mail is not tracked. */
export function renderHtml(content: Content): string {
  const { language, greeting, paragraphs, facts, footer } = content;
  const subject = escapeHtml(subjectOf(content));
  return [
    "<!doctype html>",
    `<html lang="${language}">`,
    "<head>",
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${subject}</title>`,
    `<style>@media (prefers-color-scheme: dark) { ${darkStyles} }</style>`,
    "</head>",
    `<body class="body" style="${styles.body}">`,
    `<main class="card" style="${styles.card}">`,
    `<h1 style="${styles.heading}">${subject}</h1>`,
    ...[greeting, ...paragraphs].map(paragraphOf),
    ...tableOf(facts),
    ...linksOf(content).map(paragraphOfLink),
    `<p class="quiet" style="${styles.footer}">${escapeHtml(footer)}</p>`,
    "</main>",
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

const paragraphOf = (text: string): string => `<p style="${styles.paragraph}">${escapeHtml(text)}</p>`;

function tableOf(facts: readonly Fact[]): string[] {
  if (facts.length === 0) return [];
  return [`<table style="${styles.table}">`, ...facts.map(rowOf), "</table>"];
}

const rowOf = ([label, value]: Fact): string =>
  `<tr><th scope="row" class="quiet line" style="${styles.label}">${escapeHtml(label)}</th>` +
  `<td class="line" style="${styles.value}">${escapeHtml(value)}</td></tr>`;

const linksOf = ({ link, otherLink }: Content): Link[] => [link ?? [], otherLink ?? []].flat();

function paragraphOfLink({ lead, label: text, url }: Link): string {
  const label = escapeHtml(text);
  const shown = url ? `<a class="link" style="${styles.link}" href="${escapeHtml(url)}">${label}</a>` : label;
  return `<p style="${styles.paragraph}">${`${escapeHtml(lead)} ${shown}`.trimEnd()}</p>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string): string =>
  oneLine(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
