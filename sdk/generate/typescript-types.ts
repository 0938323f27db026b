import type { Schema } from "@/lib/api/api-document";
import { contractSchemas, eventSchemas, fieldsOf, generatedHead } from "./contract-schemas";

/** What merchants send. The other types are what they receive. */
const requests = ["CardCharge", "NewPaymentLink", "NewTrustedCard", "PaymentLinkChanges", "PaymentRequest"];

/** Writes the types of the TypeScript library from the OpenAPI document, and so from the contracts in lib. */
export function typescriptTypes(): { requests: string; records: string } {
  const types = Object.entries(contractSchemas()).map(([name, schema]): Declared => [name, typeOf(schema)]);
  return {
    requests: fileOf(types.filter(([name]) => requests.includes(name))),
    records: fileOf([...types.filter(([name]) => !requests.includes(name)), ["WebhookEvent", unionOf(eventSchemas())]]),
  };
}

type Declared = [name: string, type: string];

const fileOf = (declared: readonly Declared[]): string =>
  [
    generatedHead.map((line) => `// ${line}\n`).join(""),
    ...declared.map(([name, type]) => `export type ${name} = ${type};\n`),
  ].join("\n");

/** The events that carry the same record become one member of the union. */
function unionOf(events: readonly Schema[]): string {
  const namesByShape = new Map<string, string[]>();
  for (const event of events) {
    const { event: name, ...others } = event.properties ?? {};
    const shape = typeOf({ ...event, properties: { event: { $ref: "#/Names" }, ...others } });
    namesByShape.set(shape, [...(namesByShape.get(shape) ?? []), JSON.stringify(name?.const)]);
  }
  return [...namesByShape].map(([shape, names]) => `\n  | ${shape.replace("Names", names.join(" | "))}`).join("");
}

function typeOf({ type, anyOf, items, properties, required = [], $ref, ...schema }: Schema): string {
  if ($ref) return $ref.split("/").at(-1) ?? "";
  if (anyOf) return anyOf.map(typeOf).join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (properties) return objectOf({ properties, required });
  if (items) return `(${typeOf(items)})[]`;
  const types = [type ?? "unknown"].flat();
  // Money is sent as text, so that it is never a float. Whole numbers lose nothing.
  const isMoney = types.includes("number") && types.includes("string");
  const kept = isMoney ? types.filter((each) => each !== "number") : types;
  return kept.map((each) => (each === "integer" ? "number" : each)).join(" | ");
}

function objectOf(schema: Schema): string {
  const fields = fieldsOf(schema).map(({ name, schema: field, isRequired }) => {
    const comment = field.description ? `/** ${field.description} */\n` : "";
    // The version changes with each release.
    const type = name === "api_version" ? "string" : typeOf(field);
    return `${comment}${name}${isRequired ? "" : "?"}: ${type};\n`;
  });
  return `{\n${fields.join("")}}`;
}
