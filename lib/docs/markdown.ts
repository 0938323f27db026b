import { Marked, Renderer, type Token, type Tokens } from "marked";

/** A code sample. `file` names a complete program, which the demo shop also shows and the tests run. */
export type Sample = { language: string; file: string | null; code: string };
/** The answer to the request of the samples above it: a block such as "```json 200". */
type ExampleAnswer = { status: number; code: string };
type Part = { kind: "html"; html: string } | { kind: "code"; samples: Sample[]; answer: ExampleAnswer | undefined };
type Heading = { id: string; title: string; depth: number };
export type Article = { title: string; headings: Heading[]; links: string[]; parts: Part[] };

/** Makes the id of a heading as GitHub does, so that links with an anchor work in both places. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

/** Renders our own Markdown. It does not escape HTML in it. `addressOf` maps the targets of links. */
export function renderMarkdown(text: string, addressOf: (href: string) => string): Article {
  const headings = new Map<Token, Heading>();
  const links: string[] = [];
  const marked = new Marked({ renderer: rendererOf(headings) });
  const [first, ...tokens] = marked.lexer(text);
  marked.walkTokens(tokens, (token) => {
    if (token.type !== "link") return;
    token.href = addressOf(token.href);
    links.push(token.href);
  });
  for (const token of tokens) if (token.type === "heading") headings.set(token, headingOf(token, headings));
  return {
    title: first?.type === "heading" ? first.text : "",
    headings: [...headings.values()],
    links,
    parts: partsOf(tokens, (some) => marked.parser(some)),
  };
}

function headingOf({ text, depth }: Token & { text?: string; depth?: number }, others: Map<Token, Heading>): Heading {
  const title = (text ?? "").replaceAll("`", "");
  const slug = slugOf(title);
  const namesakes = [...others.values()].filter((other) => slugOf(other.title) === slug).length;
  return { id: namesakes > 0 ? `${slug}-${namesakes}` : slug, title, depth: depth ?? 2 };
}

function rendererOf(headings: Map<Token, Heading>) {
  return {
    heading(this: Renderer, token: Tokens.Heading) {
      const inner = this.parser.parseInline(token.tokens);
      return `<h${token.depth} id="${headings.get(token)?.id}">${inner}</h${token.depth}>`;
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

/** Groups consecutive code blocks, because they contain the same code in several languages. */
function partsOf(tokens: Token[], toHtml: (tokens: Token[]) => string): Part[] {
  const runs: Token[][] = [];
  for (const token of tokens.filter(({ type }) => type !== "space")) {
    const last = runs.at(-1);
    if (last && (last[0]?.type === "code") === (token.type === "code")) last.push(token);
    else runs.push([token]);
  }
  return runs.map((run) => (run[0]?.type === "code" ? codePart(run) : { kind: "html", html: toHtml(run) }));
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
