import { remembering } from "@/lib/kit/remembering";

/** The encodings that we send, the best one first. */
export const encodings = ["br", "gzip"] as const;
export type Encoding = (typeof encodings)[number];

/** Returns the encoding that a client prefers by its Accept-Encoding header. Null if it accepts none of ours. */
export function chooseEncoding(header: string | string[] | undefined): Encoding | null {
  return header ? parseAcceptEncoding(String(header)) : null;
}

/** Browsers send only a few different values, so each value is parsed once. */
const parseAcceptEncoding = remembering((header): Encoding | null => {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(name, weight ? Number(weight.slice("q=".length)) || 0 : 1);
  }
  const weightOf = (encoding: string): number => weights.get(encoding) ?? weights.get("*") ?? 0;
  const [best] = [...encodings].sort((one, other) => weightOf(other) - weightOf(one));
  return best && weightOf(best) > 0 && weightOf(best) >= (weights.get("identity") ?? 0) ? best : null;
}, 200);
