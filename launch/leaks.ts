import { scrub } from "@/lib/kit/log";

/** Returns the lines of a log that contain one of the given secrets or anything that looks like a secret. */
export function findLeaks(log: string, secrets: readonly string[]): string[] {
  const known = [...new Set(secrets.filter((secret) => secret.length >= 8))];
  return log.split("\n").flatMap((line, index) => {
    const isLeak = known.some((secret) => line.includes(secret)) || scrub(line) !== line;
    return isLeak ? [`line ${index + 1}: ${scrub(line).slice(0, 200)}`] : [];
  });
}
