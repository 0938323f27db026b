import { SelectField, TextField } from "@/components/ui/form/field";
import { Disclosure } from "@/components/ui/sections/disclosure";
import type { WebhookRecord } from "@/lib/webhooks/contract";
import styles from "./second-signature.module.css";

export type SecondSignature = Pick<WebhookRecord, "second_signature" | `${HeaderName}_header`>;
type HeaderName = "signature" | "timestamp" | "event" | "id" | "version";

const contents = [
  { value: "none", label: "None" },
  { value: "body", label: "Over the body" },
  { value: "timestamp_body", label: "Over the timestamp, a dot and the body" },
];

const headers = [
  {
    name: "signature_header",
    label: "Signature header",
    placeholder: "X-Shop-Signature",
    hint: "Carries sha256= and the signature in hex.",
  },
  {
    name: "timestamp_header",
    label: "Timestamp header",
    placeholder: "X-Shop-Timestamp",
    hint: "Carries Unix seconds. Required if the signature covers the timestamp.",
  },
  {
    name: "event_header",
    label: "Event header",
    placeholder: "X-Shop-Event",
    hint: "Carries the event's name.",
    isOptional: true,
  },
  {
    name: "id_header",
    label: "ID header",
    placeholder: "X-Shop-Delivery",
    hint: "Carries the event's ID.",
    isOptional: true,
  },
  {
    name: "version_header",
    label: "Version header",
    placeholder: "X-Shop-Version",
    hint: "Carries v1. If you name it, the event's ID is a UUID, and api_family is payments_api.",
    isOptional: true,
  },
] as const;

/** The fields for a second webhook signature. They are folded, because most receivers do not need one. */
export function SecondSignatureFields({ value }: { value: SecondSignature | null }) {
  return (
    <Disclosure summary="Compatibility: second signature" isOpen={Boolean(value?.second_signature)}>
      <div className={styles.unfolded}>
        <p className={styles.hint}>
          For receivers that were written for another service and verify a header such as{" "}
          <code>X-Shop-Signature: sha256=…</code>. Requests also have the Standard Webhooks headers. The key is the
          whole signing secret, <code>whsec_</code> included.
        </p>
        <SelectField
          name="second_signature"
          label="Second signature"
          options={contents}
          value={value?.second_signature ?? "none"}
        />
        {headers.map((field) => (
          <TextField key={field.name} {...field} value={value?.[field.name] ?? ""} maxLength={62} />
        ))}
      </div>
    </Disclosure>
  );
}

const signed: Readonly<Record<string, string>> = { body: "the body", timestamp_body: "timestamp.body" };

/** Describes the second signature in one line. Empty if the endpoint has none. */
export const describeSecondSignature = ({
  second_signature: content,
  signature_header,
  version_header,
}: SecondSignature): string => {
  if (!content) return "";
  const version = version_header ? `, with ${version_header}: v1` : "";
  return `${signature_header}, over ${signed[content] ?? content}${version}`;
};
