import { statSync } from "node:fs";

const lookEveryMs = 5_000;

const replaced = `
  The files of the embedded PostgreSQL were replaced while it runs, for example by «npm ci».
  Payments may fail. Stop the product, and start it again.
`;

/**
 * Tells the operator once that the program of a running server was removed or replaced. The server continues to answer
 * reads, but new connections load parts of it from the new files. Returns a function that ends the watch.
 */
export function watchProgram(
  program: string,
  tell: (text: string) => void = console.error,
  everyMs = lookEveryMs,
): () => void {
  const fileOf = () => statSync(program, { throwIfNoEntry: false })?.ino;
  const started = fileOf();
  const timer = setInterval(() => {
    if (fileOf() === started) return;
    clearInterval(timer);
    tell(replaced);
  }, everyMs).unref();
  return () => clearInterval(timer);
}
