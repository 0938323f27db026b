import { type LoggerOptions, pino } from "pino";
import { env } from "./env";
import { passesLuhn } from "./luhn";
import { tracer } from "./telemetry/trace";

/** Names of fields whose values are never logged: as JSON, as JSON inside text, or as name=value. */
const secretNames =
  "[\\w-]{0,40}(?:password|password_?hash|secret|token|authorization|cookie)|x-svc-key|api_?key|key|card_keys|cvc|cvv|card_number|pan";

/** Patterns of secrets in a log line: our own tokens and keys, and common formats such as JWT. */
const secretShapes: [RegExp, string][] = [
  [new RegExp(`("(?:${secretNames})":)(?:"(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\])`, "gi"), '$1"[secret]"'],
  [new RegExp(`(\\\\"(?:${secretNames})\\\\":)\\\\"(?:(?!\\\\").)*\\\\"`, "gi"), '$1\\"[secret]\\"'],
  [new RegExp(`(\\b(?:${secretNames})(?:=|: ?'))(?!\\[secret\\])[^\\s&"']+`, "gi"), "$1[secret]"],
  [/(\bsvc_(?:live|test)_[0-9a-f]{18})_[0-9a-f]+/gi, "$1_[secret]"],
  [/(\brefresh_[0-9A-Z]{26})[\w-]+/g, "$1[secret]"],
  [/\bwhsec_[\w+/=-]+/g, "whsec_[secret]"],
  [/\beyJ[\w-]{5,2000}\.[\w-]{2,4000}\.[\w-]{0,1000}/g, "[secret]"],
  [/(\$argon2\w{1,4}\$)[^\s"]+/g, "$1[secret]"],
  [/(\b(?:Bearer|Basic)\s{1,8})(?!\[secret\])[^\s"\\]+/gi, "$1[secret]"],
  [/(\b(?:postgres(?:ql)?|smtps?):\/\/[^:\s"]{0,100}:)(?!\[secret\])[^@\s"]+/g, "$1[secret]"],
];

/** Thirteen digits or more, also with spaces, dots, underscores or hyphens between them: possibly a card number. */
const digitRun = /\d(?:[ ._-]?\d){12,}/g;

function scrubDigits(run: string): string {
  const digits = run.replace(/\D/g, "");
  // A card number could begin anywhere in a run of more than 19 digits, so the whole run is removed.
  return digits.length > 19 || passesLuhn(digits) ? "[card]" : run;
}

/** Words of which each secret in `secretShapes` contains one. Most lines have none, and need no further search. */
const secretWords =
  /password|secret|token|authorization|cookie|key|cvc|cvv|card_number|pan|svc_|refresh_|eyJ|argon2|bearer|basic|postgres|smtp|whsec_/i;

/** Removes secrets and card-like numbers from a log line, as the last step before it is written. */
export function scrub(line: string): string {
  const withoutSecrets = secretWords.test(line) ? scrubSecrets(line) : line;
  return withoutSecrets.replace(digitRun, scrubDigits);
}

const scrubSecrets = (line: string): string =>
  secretShapes.reduce((text, [shape, replacement]) => text.replace(shape, replacement), line);

/** Scrubs everything that the process writes to the console, including output of other code such as Next.js. */
export function scrubConsole(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (chunk: string | Uint8Array, ...rest: unknown[]) => boolean;
    const scrubbed = (chunk: string | Uint8Array, ...rest: unknown[]) =>
      write(scrub(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8")), ...rest);
    stream.write = scrubbed as typeof stream.write;
  }
}

/** Logs only name, message, code and stack of an error. Other fields may contain rows or requests. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return { name, message, ...("code" in error ? { code: error.code } : {}), stack };
}

const options: LoggerOptions = {
  level: env().LOG_LEVEL,
  base: null,
  // ISO timestamps, because the scrubber may take the 13 digits of epoch milliseconds for a card number.
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
  serializers: { err: describeError },
  hooks: { streamWrite: scrub },
  ...(env().isTracing && { mixin: () => tracer()?.ids() ?? {} }),
};

/** Writes to the descriptor itself: pino would write through the stream of `scrubConsole()`, and scrub twice. */
export const log = pino(options, pino.destination({ dest: 1, sync: true }));
