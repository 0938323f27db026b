import type { Sample } from "@/lib/docs/markdown";
import { type Answer, CodeBlock } from "./code-block";

type Props = { name: string; samples: readonly Sample[]; answer?: Answer | undefined };

/**
 * The same sample in several programming languages, with its answer. The reader's choice of a language is remembered.
 */
export function CodeGroup({ name, samples, answer }: Props) {
  const tabs = samples.map((sample) => ({
    label: samples.length > 1 ? (tabNames[sample.language] ?? sample.language) : titleOf(sample),
    copyLabel: sample.file ?? (sample.language ? `the ${sample.language} code` : "the text"),
    language: sample.language,
    code: sample.code,
  }));
  return <CodeBlock name={name} tabs={tabs} answer={answer} />;
}

const tabNames: Record<string, string> = { JavaScript: "Node.js", Shell: "curl" };

function titleOf({ file, language, code }: Sample): string {
  if (file) return file;
  return language === "Shell" && code.startsWith("curl ") ? "curl" : language || "Text";
}
