import { certify } from "@/emulator/certification";

type Options = Parameters<typeof certify>[0];

/** Certifies the first terminal in Trinidad & Tobago. `wait` replaces the pauses. */
export async function certifyForTests(options: Partial<Options>, wait: (milliseconds: number) => Promise<void>) {
  const lines: string[] = [];
  const usual = { terminal: undefined, platform: "TT", currency: "TTD", only: undefined } as const;
  const result = await certify(
    { ...usual, settledSale: undefined, keepsOne: false, ...options },
    { wait, print: (line) => lines.push(line) },
  );
  return { ...result, output: lines.join("\n") };
}

/** The verdict on each assumption, by question. */
export function verdictsIn(report: string): Record<string, string> {
  const found = report.matchAll(/^### (\S+)\n\n.*\n\nThe product assumes that [^:]*: (.*)$/gm);
  return Object.fromEntries([...found].map(([, id = "", verdict = ""]) => [id, verdict]));
}

/** The questions whose verdict begins with a word, such as "NOT confirmed". */
export const questionsWith = (word: "WARNING" | "NOT confirmed", report: string): string[] =>
  Object.entries(verdictsIn(report)).flatMap(([id, verdict]) => (verdict.startsWith(`${word}: `) ? [id] : []));

/** The dials that the report names. */
export const dialsIn = (report: string): Record<string, unknown> =>
  JSON.parse(/```json\n(.*)\n```/.exec(report)?.[1] ?? "{}");
