import type { Schema } from "@/lib/api/api-document";
import { columns, contractSchemas, fieldsOf, generatedHead, newPaymentSchema, wrapped } from "./contract-schemas";

/** Writes the PHP classes of requests, whose named arguments PHP checks. */
export function phpClasses(): Record<string, string> {
  const { CardCharge = {}, NewPaymentLink = {} } = contractSchemas();
  return {
    Payment: phpClass(
      "Payment",
      "The fields of a payment request, without those that the client adds.",
      newPaymentSchema(),
    ),
    CardCharge: phpClass("CardCharge", "The fields of a charge of a stored card.", CardCharge),
    NewPaymentLink: phpClass("NewPaymentLink", "The fields of a new payment link.", NewPaymentLink),
  };
}

function phpClass(name: string, summary: string, schema: Schema): string {
  const lines = fieldsOf(schema).flatMap(({ name: field, schema: { description, ...value }, isRequired }) => [
    ...commentOf(description ?? "", typeOf(value)),
    `        public readonly ${declaredType(value, isRequired)} $${field}${isRequired ? "" : " = null"},`,
  ]);
  return [
    "<?php",
    "",
    ...generatedHead.map((line) => `// ${line}`),
    "",
    "declare(strict_types=1);",
    "",
    "namespace Tradewind;",
    "",
    `/** ${summary} */`,
    `final class ${name}`,
    "{",
    "    public function __construct(",
    ...lines,
    "    ) {",
    "    }",
    "}",
    "",
  ].join("\n");
}

/** PHP would turn a float into text, so money has no type. The library refuses it when it builds the request. */
function declaredType(schema: Schema, isRequired: boolean): string {
  const types = [schema.type ?? "string"].flat();
  if (types.includes("number")) return "mixed";
  const names = types.includes("integer") ? "string|int" : "string";
  if (isRequired) return names;
  return names.includes("|") ? `${names}|null` : `?${names}`;
}

function typeOf(schema: Schema): string | null {
  if (schema.enum) return schema.enum.map((value) => `'${value}'`).join("|");
  return [schema.type ?? []].flat().includes("number") ? "string" : null;
}

function commentOf(description: string, type: string | null): string[] {
  if (description === "" && type === null) return [];
  const line = `        /** ${type === null ? description : `@var ${type} ${description}`.trim()} */`;
  if (line.length <= columns) return [line];
  const indent = "         * ";
  return [
    "        /**",
    ...wrapped(description, indent),
    ...(type === null ? [] : ["         *", `${indent}@var ${type}`]),
    "         */",
  ];
}
