import { textOnAccent } from "@/lib/kit/accent";
import {
  type Brand,
  type Button,
  buttonsOf,
  type Contact,
  type Content,
  type Fact,
  oneLine,
  senderOf,
  subjectOf,
  withoutControls,
} from "./content";
import { cardImage, pictureImage, symbolImage } from "./images/image-tags";

/**
 * Tables and inline styles, because many mail programs support nothing else. Mail programs know no variables, so these
 * are the light values of components/tokens.css.
 */
const colours = {
  page: "#f5f8f8",
  card: "#ffffff",
  line: "#d5e0e3",
  text: "#0d1b22",
  muted: "#4c616a",
  accent: "#0a6375",
};
const font = "Figtree, 'Segoe UI', system-ui, -apple-system, Roboto, Arial, sans-serif";
const type = {
  13: `font: 13px/20px ${font}`,
  15: `font: 15px/23px ${font}`,
  16: `font: 600 16px/24px ${font}`,
  20: `font: 600 20px/26px ${font}; letter-spacing: -0.01em`,
  32: `font: 600 32px/40px ${font}; letter-spacing: -0.015em`,
};
const line = `1px solid ${colours.line}`;
const styles = {
  body: `margin: 0; padding: 0; background: ${colours.page}; color: ${colours.text}; ${type[15]}`,
  page: "padding: 24px",
  card: `max-width: 552px; margin: 0 auto; border: ${line}; border-radius: 12px; background-color: ${colours.card}`,
  inside: "padding: 34px 36px 32px; overflow-wrap: anywhere",
  tile: `border-radius: 10px; ${type[16]}; text-align: center`,
  name: `${type[16]}; line-height: 22px; color: ${colours.text}`,
  heading: `margin: 0; ${type[13]}; color: ${colours.muted}`,
  quiet: `margin: 0; color: ${colours.muted}; ${type[15]}`,
  amount: `margin: 4px 0 0; color: ${colours.text}; ${type[32]}`,
  title: `margin: 0 0 16px; color: ${colours.text}; ${type[20]}`,
  paragraph: `margin: 0 0 12px; color: ${colours.text}; ${type[15]}`,
  group: `border-top: ${line}`,
  label: `padding: 9px 16px 9px 0; overflow-wrap: break-word; color: ${colours.muted}; ${type[15]}; text-align: left; vertical-align: top`,
  value: `padding: 9px 0; color: ${colours.text}; ${type[15]}; text-align: right; vertical-align: top`,
  total: `border-top: ${line}; color: ${colours.text}; font-weight: 600`,
  code: "font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 13px; word-break: break-all",
  sum: "white-space: nowrap",
  button: `display: inline-block; padding: 9px 14px; border-width: 1px; border-style: solid; border-radius: 8px; ${type[15]}; line-height: 24px; font-weight: 600; text-decoration: none`,
  link: `color: ${colours.accent}; text-decoration: underline`,
  footer: `padding: 18px 24px 24px; color: ${colours.muted}; ${type[13]}; text-align: center`,
} as const;

/** Dark mode needs a style element. Mail programs that ignore it show the light colours. */
const darkStyles = [
  ".page { background: #0a1317 !important }",
  ".card { background-color: #14232a !important }",
  ".line { border-color: #2a3f48 !important }",
  ".frame { border-right-color: #2a3f48 !important; border-bottom-color: #2a3f48 !important; border-left-color: #2a3f48 !important }",
  ".text { color: #e9f1f3 !important }",
  ".quiet { color: #9fb4bb !important }",
  ".link { color: #5cc6d8 !important }",
  ".light { display: none !important }",
  ".dark { display: inline-block !important }",
].join(" ");
const narrowStyles = ".outer { padding: 12px 8px !important } .inside { padding: 24px 20px !important }";

/** Images are parts of the mail, and nothing else is loaded, so that opening a mail is not tracked. */
export function renderHtml(content: Content): string {
  const { language, brand, amount, greeting, paragraphs, facts, closing, footer } = content;
  const bar = brand?.colour ?? colours.accent;
  return [
    "<!doctype html>",
    `<html lang="${language}">`,
    "<head>",
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(subjectOf(content))}</title>`,
    `<style>* { font-variant-numeric: tabular-nums !important } @media (max-width: 480px) { ${narrowStyles} } @media (prefers-color-scheme: dark) { ${darkStyles} }</style>`,
    "</head>",
    `<body class="page" style="${styles.body}">`,
    "<main>",
    `<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0"><tr><td class="outer" style="${styles.page}">`,
    `<table role="presentation" class="card frame" width="100%" cellpadding="0" cellspacing="0" style="${styles.card}; ${barOf(bar)}">`,
    `<tr><td class="inside" style="${styles.inside}">`,
    headOf(content),
    ...(amount ? amountOf(amount) : []),
    ...(brand ? [] : [`<h1 class="text" style="${styles.title}">${escapeHtml(subjectOf(content))}</h1>`]),
    ...[greeting ?? [], ...paragraphs].flat().map(paragraphOf),
    ...facts.filter((group) => group.length > 0).map((group, index) => tableOf(group, index > 0)),
    ...buttonsOf(content).map((button, index) =>
      buttonOf(button, index === 0 ? bar : null, facts.length > 0 ? 12 : 20),
    ),
    ...closing.map(closingOf),
    "</td></tr></table>",
    `<p class="quiet" style="margin: 0; ${styles.footer}">${brand ? `${symbolImage(16)}&nbsp; ` : ""}${escapeHtml(footer)}</p>`,
    "</td></tr></table>",
    "</main>",
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

/** The bar on top of the card. Mail programs without gradients show a thin line. */
const barOf = (colour: string) =>
  `border-top-color: ${colour}; background-image: linear-gradient(${colour}, ${colour}); background-size: 100% 3px; background-repeat: no-repeat`;

/** The sender's picture or initial, name and the mail's heading. */
function headOf(content: Content): string {
  const { brand, heading } = content;
  const tag = brand ? "h1" : "div";
  return [
    '<table role="presentation" cellpadding="0" cellspacing="0" style="margin: 0 0 27px"><tr>',
    brand ? tileOf(brand) : `<td width="40" height="40" valign="middle">${symbolImage(40)}</td>`,
    '<td style="padding-left: 12px" valign="middle">',
    `<div class="text" style="${styles.name}">${escapeHtml(senderOf(content))}</div>`,
    `<${tag} class="quiet" style="${styles.heading}">${escapeHtml(heading)}</${tag}>`,
    "</td></tr></table>",
  ].join("");
}

/** The picture has the initial as its text, so that a mail program without pictures shows the initial on the colour. */
function tileOf({ name, colour, picture }: Brand): string {
  const accent = colour ?? colours.accent;
  const initial = escapeHtml([...oneLine(name)][0]?.toUpperCase() ?? "");
  const tile = `background: ${accent}; color: ${textOnAccent(accent)}; ${styles.tile}`;
  const shown = picture ? pictureImage(picture, initial) : initial;
  return (
    '<td width="40" valign="middle"><table role="presentation" cellpadding="0" cellspacing="0"><tr>' +
    `<td width="40" height="40" bgcolor="${accent}" valign="middle" style="${tile}">${shown}</td></tr></table></td>`
  );
}

const amountOf = ({ label, value, detail }: NonNullable<Content["amount"]>): string[] => [
  `<p class="quiet" style="${styles.quiet}">${escapeHtml(label)}</p>`,
  `<p class="text" style="${styles.amount}">${escapeHtml(value)}</p>`,
  `<p class="quiet" style="${styles.quiet}; margin-bottom: 24px">${escapeHtml(detail)}</p>`,
];

const paragraphOf = (text: string): string => `<p class="text" style="${styles.paragraph}">${escapeHtml(text)}</p>`;

const tableOf = (facts: readonly Fact[], isNext: boolean): string =>
  `<table class="line" width="100%" cellpadding="0" cellspacing="0" style="${styles.group}; padding: 8px 0${isNext ? "" : "; margin-top: 16px"}">` +
  `${facts.map(rowOf).join("")}</table>`;

function rowOf([label, value, look]: Fact): string {
  const total = look === "total" ? `; ${styles.total}` : "";
  const [labelClass, valueClass] = look === "total" ? ["text line", "text line"] : ["quiet", "text"];
  return (
    `<tr><th scope="row" class="${labelClass}" style="${styles.label}; font-weight: 400${total}">${escapeHtml(label)}</th>` +
    `<td class="${valueClass}" style="${styles.value}${lookOf(look)}${total}">` +
    `${imageOf(look)}${escapeHtml(value)}</td></tr>`
  );
}

type Look = Fact[2];

function lookOf(look: Look): string {
  if (look === "code") return `; ${styles.code}`;
  return look === "sum" || look === "total" ? `; ${styles.sum}` : "";
}

const imageOf = (look: Look): string =>
  !look || look === "code" || look === "sum" || look === "total" ? "" : `${cardImage(look)} `;

/** The first button is filled; the other choice is a link. */
function buttonOf({ label, url }: Button, colour: string | null, gap: number): string {
  const [kind, style] = colour
    ? ["", `${styles.button}; border-color: ${colour}; background: ${colour}; color: ${textOnAccent(colour)}`]
    : [' class="link"', `${styles.link}; ${type[15]}; font-weight: 600`];
  return `<p style="margin: ${colour ? gap : 20}px 0 0"><a${kind} style="${style}" href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`;
}

function closingOf(paragraph: string | Contact, index: number): string {
  const text = typeof paragraph === "string" ? escapeHtml(paragraph) : contactOf(paragraph);
  return `<p class="quiet" style="${styles.quiet}; margin-top: ${index === 0 ? 24 : 8}px">${text}</p>`;
}

function contactOf({ before, label: text, after, url }: Contact): string {
  const label = escapeHtml(text);
  const shown = url ? `<a class="link" style="${styles.link}" href="${escapeHtml(url)}">${label}</a>` : label;
  return escapeHtml(before) + shown + escapeHtml(after);
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string): string =>
  withoutControls(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
