import { randomBytes } from "node:crypto";
import { sha256 } from "@/lib/kit/secrets/crypto";
import type { Environment } from "@/lib/reference/platforms";

/** `svc_live_<kid>_<secret>` or `svc_test_<kid>_<secret>`: kid 18 hex digits, secret 64. */
const pattern = /^svc_(live|test)_([0-9a-f]{18})_([0-9a-f]{64})$/;

export type KeyParts = { environment: Environment; kid: string; secret: string };

export function newKeyParts(environment: Environment): KeyParts {
  return { environment, kid: randomBytes(9).toString("hex"), secret: randomBytes(32).toString("hex") };
}

export function writeKey({ environment, kid, secret }: KeyParts): string {
  return `svc_${environment === "live" ? "live" : "test"}_${kid}_${secret}`;
}

export function readKey(text: string): KeyParts | null {
  const [, word, kid, secret] = pattern.exec(text) ?? [];
  return word && kid && secret ? { environment: word === "live" ? "live" : "sandbox", kid, secret } : null;
}

/** Secrets of API keys have 256 random bits, so their digest needs neither a salt nor a slow hash. */
export const digestSecret = (secret: string): Buffer => sha256(secret);
