import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { env } from "./env";

const nonceLength = 12;
const tagLength = 16;
const derived = new Map<string, Buffer>();

/** A key of its own for every purpose, so that no two uses of APP_SECRET can be played against each other. */
function keyFor(purpose: string): Buffer {
  const known = derived.get(purpose);
  if (known) return known;
  const secret = env().APP_SECRET;
  if (!secret) throw new Error("APP_SECRET is not set.");
  const key = Buffer.from(hkdfSync("sha256", secret, "tradewind", purpose, 32));
  derived.set(purpose, key);
  return key;
}

/** HMAC-SHA256 over length-prefixed parts: ("ab","c") and ("a","bc") differ. */
export function keyedDigest(purpose: string, ...parts: (string | Uint8Array)[]): Buffer {
  const hmac = createHmac("sha256", keyFor(purpose));
  for (const part of parts) {
    const bytes = typeof part === "string" ? Buffer.from(part) : part;
    hmac.update(`${bytes.length}:`).update(bytes);
  }
  return hmac.digest();
}

export function sha256(data: string | Uint8Array): Buffer {
  return createHash("sha256").update(data).digest();
}

export function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** AES-256-GCM under the purpose's key; `identity` is bound to the text and must be given again. */
export function seal(purpose: string, identity: string, plain: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), nonce, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(identity));
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

export function unseal(purpose: string, identity: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv("aes-256-gcm", keyFor(purpose), bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(identity));
  decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()]).toString("utf8");
}
