import { createHmac, createSecretKey, randomBytes } from "node:crypto";
import { second } from "@/lib/kit/clock";

/** Signatures follow Standard Webhooks (standardwebhooks.com), so its libraries verify them. */
const prefix = "whsec_";
const secretBytes = 32;

export const newSecret = (): string => prefix + randomBytes(secretBytes).toString("base64");

/** Unix seconds, as `webhook-timestamp` carries them. */
export const timestampOf = (at: Date): string => String(Math.floor(at.getTime() / second));

type Signed = { id: string; at: Date; body: string };

/** `secrets` are all valid secrets of the endpoint, newest first. Each one adds a signature. */
export function signedHeaders({ id, at, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const timestamp = timestampOf(at);
  const signatures = secrets.map((secret) => `v1,${sign(`${id}.${timestamp}.${body}`, secret)}`);
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}

function sign(content: string, secret: string): string {
  const key = createSecretKey(secret.slice(prefix.length), "base64");
  return createHmac("sha256", key).update(content).digest("base64");
}
