import { later, minute, second } from "@/lib/kit/clock";
import { envelopeOf } from "@/lib/webhooks/body";
import { signedHeaders } from "@/lib/webhooks/signature";

/** Webhooks as receivers get them, genuine and forged, and the answer that a library must give. */
type Case = {
  name: string;
  body?: string;
  headers?: Record<string, string>;
  /** The secrets that the receiver knows. */
  secrets?: readonly string[];
  error?: string;
  /** The value of the receiver that a library must refuse. */
  refused?: string;
};

const secretOf = (name: string) => `whsec_${Buffer.from(name.padEnd(32, ".")).toString("base64")}`;
const [secret, former, foreign] = [secretOf("current"), secretOf("former"), secretOf("foreign")] as const;

const id = "evt_01JCQ5Z3V8Y7N6M4K2H0G9F8E7";
const at = new Date("2026-11-15T12:00:00Z");
const eventBody = (data: Record<string, unknown>) =>
  JSON.stringify(
    envelopeOf({
      id,
      event: "payment.success",
      accountNumber: "1234567890",
      environment: "sandbox",
      occurredAt: at,
      data: { transaction_id: "SB-01M7HCE82374AY285DHXKB6Y7K", status: "success", original_total: "10.00", ...data },
    }),
  );
const body = eventBody({});
const unicode = eventBody({ customer_name: "Zoë 🐚 海", data: 'a&b="c"\n\u2028' });

const headersAt = (sentAt: Date, secrets: readonly string[] = [secret], sent = body) =>
  signedHeaders({ id, at: sentAt, body: sent }, secrets);
const good = headersAt(at);
const goodSignature = good["webhook-signature"] ?? "";
const ago = (ms: number) => headersAt(later(-ms, at));
const withHeader = (name: "id" | "timestamp" | "signature", value: string) => ({ ...good, [`webhook-${name}`]: value });
const without = (name: string) => Object.fromEntries(Object.entries(good).filter(([each]) => each !== name));
const capitalised = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

const genuine: Case[] = [
  { name: "a signed event" },
  { name: "an event with other scripts", body: unicode, headers: headersAt(at, [secret], unicode) },
  { name: "headers in another case", headers: renamed(capitalised) },
  { name: "headers in upper case", headers: renamed((name) => name.toUpperCase()) },
  { name: "an event that was sent five minutes ago", headers: ago(5 * minute) },
  { name: "an event from a clock that is five minutes ahead", headers: ago(-5 * minute) },
  { name: "the same event, sent again with a new timestamp", headers: ago(-90 * second) },
  {
    name: "both signatures of a rotation, and the receiver has the new secret",
    headers: headersAt(at, [secret, former]),
  },
  {
    name: "both signatures of a rotation, and the receiver has the old secret",
    headers: headersAt(at, [former, secret]),
  },
  { name: "the old secret, and the receiver has both", headers: headersAt(at, [former]), secrets: [secret, former] },
  { name: "the new secret, and the receiver has both", secrets: [secret, former] },
  {
    name: "a signature of an unknown version beside ours",
    headers: withHeader("signature", `v2,abc ${goodSignature}`),
  },
];

function renamed(rename: (name: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(good).map(([name, value]) => [rename(name), value]));
}

const refused = (error: string, cases: readonly Case[]): Case[] => cases.map((each) => ({ ...each, error }));

const forged: Case[] = [
  ...refused("wrong_signature", [
    { name: "the signature of another secret", headers: headersAt(at, [foreign]) },
    { name: "the old secret after a rotation", headers: headersAt(at, [former]) },
    { name: "a changed body", body: body.replace("10.00", "99.00") },
    { name: "a body with other white space", body: `${body}\n` },
    { name: "another id", headers: withHeader("id", "evt_2") },
    { name: "another timestamp than was signed", headers: withHeader("timestamp", String(at.getTime() / second + 1)) },
    { name: "a shortened signature", headers: withHeader("signature", "v1,2pyj") },
    { name: "a signature without its version", headers: withHeader("signature", goodSignature.slice(3)) },
    {
      name: "our signature under another version",
      headers: withHeader("signature", goodSignature.replace("v1", "v2")),
    },
    { name: "a signature that is not ASCII", headers: withHeader("signature", "v1,é") },
  ]),
  ...refused("wrong_timestamp", [
    { name: "an event that was sent more than five minutes ago", headers: ago(5 * minute + second) },
    { name: "an event from a clock that is more than five minutes ahead", headers: ago(-5 * minute - second) },
    { name: "a timestamp that is not a number", headers: withHeader("timestamp", "now") },
    { name: "a timestamp with a sign", headers: withHeader("timestamp", `+${good["webhook-timestamp"]}`) },
    { name: "a timestamp with a line break", headers: withHeader("timestamp", `${good["webhook-timestamp"]}\n`) },
    { name: "a timestamp in milliseconds", headers: withHeader("timestamp", String(at.getTime())) },
  ]),
  ...refused("missing_header", [
    { name: "no id", headers: without("webhook-id") },
    { name: "no timestamp", headers: without("webhook-timestamp") },
    { name: "no signature", headers: without("webhook-signature") },
    { name: "an empty signature", headers: withHeader("signature", "") },
    { name: "no headers", headers: {} },
  ]),
  { name: "a secret that is not base64", secrets: ["whsec_YOUR_SECRET"], refused: "webhook_secrets" },
  { name: "an old secret that is not base64", secrets: [secret, "whsec_YOUR_SECRET"], refused: "webhook_secrets" },
  { name: "a receiver without secrets", secrets: [], refused: "webhook_secrets" },
  { name: "a secret with a line break", secrets: [`${secret}\n`], refused: "webhook_secrets" },
  { name: "an empty secret in a rotation", secrets: [secret, ""], refused: "webhook_secrets" },
  { name: "a signed body that is not JSON", body: "{", headers: headersAt(at, [secret], "{"), error: "invalid_body" },
];

export function webhookVectors() {
  return [...genuine, ...forged].map(
    ({ name, body: sent = body, headers = good, secrets = [secret], error, refused: field }) => ({
      name,
      body: sent,
      headers,
      secrets,
      now_seconds: at.getTime() / second,
      expected: field ? { error: "input", field } : error ? { error } : { event: JSON.parse(sent) },
    }),
  );
}
