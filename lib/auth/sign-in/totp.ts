import { createHmac } from "node:crypto";
import { second } from "@/lib/kit/clock";
import { isSame } from "@/lib/kit/secrets/crypto";

/** One-time passwords by time (RFC 6238): SHA-1, six digits, thirty seconds, as every app knows them. */

const stepLasts = 30 * second;
const digits = 6;
/** Clocks of phones are a little off. */
const stepsEitherSide = 1;

export const stepAt = (at: Date): number => Math.floor(at.getTime() / stepLasts);

export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** The step that a code is of, or null where it is of none near this moment. */
export function stepOfCode(secret: Uint8Array, code: string, at: Date): number | null {
  const here = stepAt(at);
  for (let step = here - stepsEitherSide; step <= here + stepsEitherSide; step++) {
    if (isSame(Buffer.from(codeOf(secret, step)), Buffer.from(code))) return step;
  }
  return null;
}

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** As secrets are typed in by hand (RFC 4648). Whole groups of five bytes only, so that nothing is padded. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? []).map((group) => base32.charAt(Number.parseInt(group, 2))).join("");
}

/** What the QR code says: apps read it by their cameras. */
export function keyUri(email: string, secret: Uint8Array): string {
  const issuer = "Tradewind";
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${toBase32(secret)}&issuer=${issuer}`;
}
