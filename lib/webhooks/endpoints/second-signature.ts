import { createHmac } from "node:crypto";
import * as z from "zod/mini";
import type { BodyOf } from "@/lib/http/message/endpoint";
import { invalidField } from "@/lib/kit/errors";
import { signedContents } from "@/lib/reference/stored-values";
import { noSecondSignature, type updateWebhookEndpoint } from "@/lib/webhooks/contract";

/**
 * The optional second signature of an endpoint, for receivers that were written for another service. Every request also
 * has the Standard Webhooks signature (signature.ts).
 */
const header = z.nullable(z.string());

/** The shape of the JSON column that stores an endpoint's second signature. */
const stored = z.nullable(
  z.object({
    covers: z.enum(signedContents),
    signatureHeader: z.string(),
    timestampHeader: header,
    eventHeader: header,
    idHeader: header,
    // Rows of earlier releases lack it.
    versionHeader: z._default(header, null),
  }),
);

export type SecondSignature = NonNullable<z.output<typeof stored>>;

export const readSecondSignature = (row: unknown): SecondSignature | null => stored.parse(row);

/** Headers of the API, which a second signature may not use: receivers and proxies may log or route by them. */
const ownHeaders = ["x-svc-key", "x-request-id", "x-api-version"];

type Fields = Pick<
  BodyOf<typeof updateWebhookEndpoint>,
  "second_signature" | "signature_header" | "timestamp_header" | "event_header" | "id_header" | "version_header"
>;

/**
 * Returns the endpoint's new second signature. Undefined leaves it unchanged, and null removes it. The field
 * `second_signature` replaces the whole setting. Header names without it change only those headers.
 */
export function chooseSecondSignature(
  before: SecondSignature | null,
  fields: Fields,
): SecondSignature | null | undefined {
  const { second_signature: chosen, signature_header, timestamp_header, event_header, id_header } = fields;
  const names = { signature_header, timestamp_header, event_header, id_header, version_header: fields.version_header };
  if (chosen === noSecondSignature) return null;
  if (!chosen && Object.values(names).every((name) => name === undefined)) return undefined;
  const covers = chosen ?? before?.covers;
  if (!covers) throw invalidField("second_signature", "field is required.", { rule: "required" });
  const kept = chosen ? null : before;
  const signatureHeader = signature_header ?? kept?.signatureHeader;
  if (!signatureHeader) throw invalidField("signature_header", "field is required.", { rule: "required" });
  const second = {
    covers,
    signatureHeader,
    timestampHeader: timestamp_header ?? kept?.timestampHeader ?? null,
    eventHeader: event_header ?? kept?.eventHeader ?? null,
    idHeader: id_header ?? kept?.idHeader ?? null,
    versionHeader: names.version_header ?? kept?.versionHeader ?? null,
  };
  if (covers === "timestamp_body" && !second.timestampHeader)
    throw invalidField("timestamp_header", "field is required.", { rule: "required" });
  requireDistinct(second);
  return second;
}

/** Refuses header names that are used twice. Compares them case-insensitively, as HTTP does. */
function requireDistinct(second: SecondSignature): void {
  const taken = new Set<string>();
  const { second_signature: _, ...names } = toSecondSignatureFields(second);
  for (const [field, name] of Object.entries(names)) {
    const key = name?.toLowerCase();
    if (key === undefined) continue;
    if (ownHeaders.includes(key))
      throw invalidField(field, "must not be a header of the Tradewind API.", { rule: "unavailable" });
    if (taken.has(key)) throw invalidField(field, "must differ from the other headers.", { rule: "reused" });
    taken.add(key);
  }
}

export function toSecondSignatureFields(second: SecondSignature | null) {
  return {
    second_signature: second?.covers ?? null,
    signature_header: second?.signatureHeader ?? null,
    timestamp_header: second?.timestampHeader ?? null,
    event_header: second?.eventHeader ?? null,
    id_header: second?.idHeader ?? null,
    version_header: second?.versionHeader ?? null,
  };
}

type Signed = { id: string; event: string; timestamp: string; body: string };

/** Returns the headers of the second signature. The HMAC key is the whole secret, its prefix `whsec_` included. */
export function secondHeaders(
  { covers, signatureHeader, timestampHeader, eventHeader, idHeader, versionHeader }: SecondSignature,
  { id, event, timestamp, body }: Signed,
  secret: string,
): Record<string, string> {
  const content = covers === "body" ? body : `${timestamp}.${body}`;
  const signature = createHmac("sha256", secret).update(content).digest("hex");
  return {
    [signatureHeader]: `sha256=${signature}`,
    ...(timestampHeader && { [timestampHeader]: timestamp }),
    ...(eventHeader && { [eventHeader]: event }),
    ...(idHeader && { [idHeader]: id }),
    ...(versionHeader && { [versionHeader]: "v1" }),
  };
}
