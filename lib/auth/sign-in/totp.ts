import { createHmac } from "node:crypto";
import { second } from "@/lib/kit/clock";
import { isSame } from "@/lib/kit/secrets/crypto";

/**
 * Time-based one-time passwords (RFC 6238) with the parameters that all apps support: SHA-1, six digits, 30 seconds.
 */

const stepMs = 30 * second;
const digits = 6;
/** Codes of this many adjacent time steps are accepted too, because phone clocks may be slightly off. */
const stepsEitherSide = 1;

export const stepAt = (at: Date): number => Math.floor(at.getTime() / stepMs);

export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** Returns the time step that a code belongs to, or null if it belongs to no step near `at`. */
export function stepOfCode(secret: Uint8Array, code: string, at: Date): number | null {
  const here = stepAt(at);
  for (let step = here - stepsEitherSide; step <= here + stepsEitherSide; step++) {
    if (isSame(Buffer.from(codeOf(secret, step)), Buffer.from(code))) return step;
  }
  return null;
}

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base32 (RFC 4648), for typing a secret by hand. Expects a multiple of five bytes, so that no padding is needed. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? []).map((group) => base32.charAt(Number.parseInt(group, 2))).join("");
}

/** The text of the QR code that authenticator apps scan. */
export function keyUri(email: string, secret: Uint8Array): string {
  const issuer = "Tradewind";
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${toBase32(secret)}&issuer=${issuer}`;
}
