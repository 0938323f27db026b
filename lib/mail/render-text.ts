import { buttonsOf, type Contact, type Content, type Fact, oneLine, senderOf } from "./content";

export function renderText(content: Content): string {
  const { heading, amount, greeting, paragraphs, facts, closing, footer } = content;
  const parts = [
    linesOf([senderOf(content), heading]),
    amount && linesOf([`${amount.label}: ${amount.value}`, amount.detail]),
    greeting && oneLine(greeting),
    ...paragraphs.map(oneLine),
    ...facts.map((group) => linesOf(group.map(factLine))),
    ...buttonsOf(content).map(({ label, url }) => oneLine(`${label}: ${url}`)),
    ...closing.map((line) => oneLine(typeof line === "string" ? line : contactLine(line))),
    `-- \n${oneLine(footer)}`,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

const linesOf = (lines: readonly string[]): string => lines.map(oneLine).filter(Boolean).join("\n");

const factLine = ([label, value]: Fact): string => `${label}: ${value}`;

const contactLine = ({ before, label, after }: Contact): string => `${before}${label}${after}`;
