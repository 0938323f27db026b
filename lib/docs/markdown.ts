import { Marked, Renderer, type Token, type Tokens } from "marked";
import type { FieldRow } from "./fields";

/** A code sample. `file` names a complete program, which the demo shop also shows and the tests run. */
export type Sample = { language: string; file: string | null; code: string };
/** The answer to the request of the samples above it: a block such as "```json 200". */
export type ExampleAnswer = { status: number; code: string };
/** A part of a page that is not Markdown. A paragraph such as `{send_payment}` marks its place. */
export type InsertedPart =
  | { kind: "fields"; rows: FieldRow[] }
  | { kind: "account"; accountNumber: string; name: string | null }
  | { kind: "send"; fields: Record<string, string> };
export type Part =
  | { kind: "html"; html: string }
  | { kind: "code"; samples: Sample[]; answer: ExampleAnswer | undefined }
  | InsertedPart;
/** `step` is the number of a heading such as "1. Request a payment". */
type Heading = { id: string; title: string; depth: number; step: string | null };
/** The text of a page up to its next heading, for the search. The first section has no heading. */
type Section = { id: string | null; title: string | null; text: string };
export type Article = {
  title: string;
  /** The first paragraph as HTML. */
  lead: string;
  headings: Heading[];
  links: string[];
  parts: Part[];
  sections: Section[];
};
type Rendering = {
  /** Maps the targets of links. */
  addressOf: (href: string) => string;
  /** Returns the part that replaces a placeholder, or null to leave it out. */
  insert?: (name: string) => InsertedPart | null | undefined;
};

/** Makes the id of a heading as GitHub does, so that links with an anchor work in both places. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

/** Renders our own Markdown. It does not escape HTML in it. */
export function renderMarkdown(text: string, { addressOf, insert = () => undefined }: Rendering): Article {
  const headings = new Map<Token, Heading>();
  const links: string[] = [];
  const marked = new Marked({ renderer: rendererOf(headings) });
  const [first, ...tokens] = marked.lexer(text).filter(({ type }) => type !== "space");
  marked.walkTokens(tokens, (token) => {
    if (token.type !== "link") return;
    token.href = addressOf(token.href);
    links.push(token.href);
  });
  for (const token of tokens) if (token.type === "heading") headings.set(token, headingOf(token, headings));
  const toHtml = (some: Token[]) => marked.parser(some);
  const [lead] = tokens;
  const hasLead = lead?.type === "paragraph" && !placeholderIn(lead);
  return {
    title: first?.type === "heading" ? first.text : "",
    lead: hasLead ? toHtml([lead]) : "",
    headings: [...headings.values()],
    links,
    parts: partsOf(hasLead ? tokens.slice(1) : tokens, toHtml, insert),
    sections: sectionsOf(tokens, headings, toHtml),
  };
}

const stepPattern = /^(\d+)\. /;

function headingOf({ text, depth }: Token & { text?: string; depth?: number }, others: Map<Token, Heading>): Heading {
  const whole = (text ?? "").replaceAll("`", "");
  const title = whole.replace(stepPattern, "");
  const slug = slugOf(whole);
  const step = stepPattern.exec(whole)?.[1] ?? null;
  const namesakes = [...others.values()].filter((other) => other.title === title && other.step === step).length;
  return { id: namesakes > 0 ? `${slug}-${namesakes}` : slug, title, depth: depth ?? 2, step };
}

function rendererOf(headings: Map<Token, Heading>) {
  return {
    heading(this: Renderer, token: Tokens.Heading) {
      const { id, step } = headings.get(token) ?? {};
      const inner = this.parser.parseInline(token.tokens).replace(stepPattern, "");
      const number = step ? `<span>${step}</span> ` : "";
      return `<h${token.depth} id="${id}"><a href="#${id}">${number}${inner}</a></h${token.depth}>`;
    },
    link(this: Renderer, { href, tokens }: Tokens.Link) {
      return `<a href="${href}"${href.endsWith(".json") ? " download" : ""}>${this.parser.parseInline(tokens)}</a>`;
    },
    // The wrapper lets a wide table scroll on its own, also by keyboard.
    table(this: Renderer, token: Tokens.Table) {
      return `<div role="group" aria-label="Table" tabindex="0">${Renderer.prototype.table.call(this, token)}</div>`;
    },
  };
}

const placeholderIn = (token: Token): string | undefined =>
  token.type === "paragraph" ? /^\{(\w+)\}$/.exec(token.raw.trim())?.[1] : undefined;

/** Groups consecutive code blocks, because they contain the same code in several languages. */
function partsOf(
  tokens: Token[],
  toHtml: (tokens: Token[]) => string,
  insert: NonNullable<Rendering["insert"]>,
): Part[] {
  const parts: (Part | Token[])[] = [];
  for (const token of tokens) {
    const name = placeholderIn(token);
    const inserted = name === undefined ? undefined : insert(name);
    if (inserted === null) continue;
    const last = parts.at(-1);
    if (inserted) parts.push(inserted);
    else if (Array.isArray(last) && (last[0]?.type === "code") === (token.type === "code")) last.push(token);
    else parts.push([token]);
  }
  return parts.map((part) => {
    if (!Array.isArray(part)) return part;
    return part[0]?.type === "code" ? codePart(part) : { kind: "html", html: toHtml(part) };
  });
}

function codePart(run: Token[]): Part {
  const samples = run.map(sampleOf);
  const isAnswer = ({ file }: Sample) => /^\d{3}$/.test(file ?? "");
  const answer = samples.find(isAnswer);
  return {
    kind: "code",
    samples: samples.filter((sample) => !isAnswer(sample)),
    answer: answer && { status: Number(answer.file), code: answer.code },
  };
}

const languages: Record<string, string> = { js: "JavaScript", php: "PHP", python: "Python", sh: "Shell", html: "HTML" };

function sampleOf(token: Token): Sample {
  const { text, lang = "" } = token as Tokens.Code;
  const [language = "", file = null] = lang.split(" ");
  return { language: languages[language] ?? language.toUpperCase(), file, code: `${text}\n` };
}

/** Omits code, because its words are mostly those of the text around it. */
function sectionsOf(tokens: Token[], headings: Map<Token, Heading>, toHtml: (tokens: Token[]) => string): Section[] {
  const sections: Section[] = [{ id: null, title: null, text: "" }];
  for (const token of tokens) {
    const heading = headings.get(token);
    const last = sections.at(-1);
    if (heading) sections.push({ id: heading.id, title: heading.title, text: "" });
    else if (last && token.type !== "code" && !placeholderIn(token)) last.text += ` ${plainText(toHtml([token]))}`;
  }
  return sections.map((section) => ({ ...section, text: section.text.trim() }));
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

const plainText = (html: string): string =>
  html
    .replace(/<\/?(a|code|em|strong|span)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&([#\w]+);/g, (entity, name: string) => entities[name] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
