import { pino } from "pino";
import { env } from "./env";

const secretFields =
  "password|old_password|new_password|confirm_password|passwordHash|password_hash|secret|authorization|x-svc-key|cookie|access_token|refresh_token|api_key|apiKey|key|cvc|cvv|card_number|pan";

/** What a secret of ours, or of anybody's, looks like wherever it turns up in a line. */
const secretShapes: RegExp[] = [
  new RegExp(`("(?:${secretFields})":)"(?:[^"\\\\]|\\\\.)*"`, "gi"),
  /(\bsvc_(?:live|test)_[0-9a-f]{18})_[0-9a-f]+/gi,
  /(\brefresh_)[\w.-]+/g,
  /(\bwhsec_)[\w+/=-]+/g,
  /()\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /(\$argon2\w+\$)[^\s"]+/g,
  /(\bBearer\s+)[^\s"\\]+/gi,
  /(\bpostgres(?:ql)?:\/\/[^:\s"]*:)[^@\s"]+/g,
];

const cardLike = /(?<![\dA-Za-z])\d(?:[ -]?\d){12,18}(?![\dA-Za-z])/g;

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits.charAt(digits.length - 1 - place));
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Takes secrets and card-like numbers out of a line of text. Every line passes through it last. */
export function scrub(line: string): string {
  const withoutSecrets = secretShapes.reduce(
    (text, shape) =>
      text.replace(shape, (_all, kept: string) =>
        kept.endsWith(":") && kept.startsWith('"') ? `${kept}"[secret]"` : `${kept}[secret]`,
      ),
    line,
  );
  return withoutSecrets.replace(cardLike, (digits) => (passesLuhn(digits.replace(/\D/g, "")) ? "[card]" : digits));
}

export const log = pino({
  level: env().LOG_LEVEL,
  base: null,
  // Times in words: epoch milliseconds have 13 digits and look like a card number to the scrubber.
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
  hooks: { streamWrite: scrub },
});
