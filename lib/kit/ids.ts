import { createHash, randomFillSync, randomInt, randomUUID } from "node:crypto";
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
  for (let place = 0; place < randomLength; place++) text += crockford.charAt(randomByte() % 32);
  return text;
}

/** Random bytes are drawn in bulk, because a call of the generator takes longer than the rest of an id. */
const randomPool = Buffer.alloc(4096);
let randomAt = randomPool.length;

function randomByte(): number {
  if (randomAt === randomPool.length) {
    randomFillSync(randomPool);
    randomAt = 0;
  }
  const byte = randomPool.readUInt8(randomAt);
  randomAt += 1;
  return byte;
}

/** The lowest ULID of a point in time, as a lower bound in searches by time. */
export const firstUlidAt = (at: Date): string => newUlid(at).slice(0, timeLength) + "0".repeat(randomLength);

/** The time in a ULID. */
export function timeOfUlid(ulid: string): Date {
  const digits = [...ulid.slice(0, timeLength)].map((character) => crockford.indexOf(character));
  return new Date(digits.reduce((time, digit) => time * 32 + digit, 0));
}

const crockfordLetters = crockford.slice(10);

/**
 * The id of a payment or withdrawal. Sandbox ids begin with SB-. The last character is a letter. The MD5 hash covers
 * the id directly followed by the total, so a digit at the end of the id could be moved to the total.
 */
export const newTransactionId = (environment: "live" | "sandbox"): string =>
  (environment === "sandbox" ? "SB-" : "") + newUlid().slice(0, -1) + randomLetter();

/** Draws again beyond the last whole multiple of the letters, so that each letter is equally likely. */
function randomLetter(): string {
  const fair = 256 - (256 % crockfordLetters.length);
  let byte = randomByte();
  while (byte >= fair) byte = randomByte();
  return crockfordLetters.charAt(byte % crockfordLetters.length);
}

export const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** A random account number: ten digits, never with a leading zero, because merchants send it as a JSON number. */
export function newAccountNumber(): string {
  return String(randomInt(2_000_000_000, 10_000_000_000));
}

const slugLength = 10;

/** The end of an address that people share and print: 50 random bits, without letters that look alike. */
export function newSlug(): string {
  let slug = "";
  for (let place = 0; place < slugLength; place++) slug += crockford.charAt(randomByte() % 32).toLowerCase();
  return slug;
}

export const slugPattern = /^[0-9a-hjkmnp-tv-z]{10}$/;

/** For references that outsiders see. Unlike a ULID, a UUID does not reveal its time. */
export const newUuid = (): string => randomUUID();

/** The name-based UUID (version 5 of RFC 9562): the same name in the same namespace always has the same UUID. */
export function uuidOfName(namespace: string, name: string): string {
  const bytes = createHash("sha1")
    .update(Buffer.from(namespace.replaceAll("-", ""), "hex"))
    .update(name)
    .digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
