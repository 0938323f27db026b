import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { now } from "./clock";

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const timeLength = 10;
const randomLength = 16;

/** A ULID: 48 bits of time, then 80 random bits, in 26 characters that sort by time. */
export function newUlid(at: Date = now()): string {
  let time = at.getTime();
  let text = "";
  for (let place = 0; place < timeLength; place++) {
    text = crockford.charAt(time % 32) + text;
    time = Math.floor(time / 32);
  }
  for (const byte of randomBytes(randomLength)) text += crockford.charAt(byte % 32);
  return text;
}

/** The lowest ULID of a moment, as a lower bound in searches by time. */
export const firstUlidAt = (at: Date): string => newUlid(at).slice(0, timeLength) + "0".repeat(randomLength);

const crockfordLetters = crockford.slice(10);

/**
 * The id of a payment or withdrawal. Sandbox ids begin with SB-. The last character is a letter, because the MD5 hash
 * covers the id followed by the total: so no digit can move from one to the other.
 */
export const newTransactionId = (environment: "live" | "sandbox"): string =>
  (environment === "sandbox" ? "SB-" : "") +
  newUlid().slice(0, -1) +
  crockfordLetters.charAt(randomInt(crockfordLetters.length));

export const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Ten digits that never start with zero, because merchants send them as JSON numbers. */
export function newAccountNumber(): string {
  return String(randomInt(2_000_000_000, 10_000_000_000));
}

/** For references that outsiders quote and that must reveal nothing. */
export const newUuid = (): string => randomUUID();
