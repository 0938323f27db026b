import type { Schema } from "@/lib/api/api-document";
import { contractSchemas, fieldsOf, generatedHead, newPaymentSchema, wrapped } from "./contract-schemas";

/** Writes the types of the Python library. Python 3.9 has no mark for a field of a `TypedDict` that can be missing. */
export function pythonTypes(): string {
  const { PaymentRequest: _all, Withdrawal: _withdrawal, ...others } = contractSchemas();
  const classes: string[] = [];
  for (const [name, schema] of Object.entries({ NewPayment: newPaymentSchema(), ...others }))
    addClass(classes, name, schema);
  const head = ['"""The records of the API.', "", ...generatedHead, '"""'];
  const imports = [
    "from __future__ import annotations",
    "",
    "from decimal import Decimal",
    "from typing import Literal, Optional, TypedDict, Union",
  ];
  return [...head, "", ...imports, "", "", classes.join("\n\n\n"), ""].join("\n");
}

/** Names of fields that are words of Python, so that a class cannot declare them. */
const keywords = new Set(["from"]);

function addClass(classes: string[], name: string, schema: Schema): void {
  const fields = fieldsOf(schema);
  if (fields.some((field) => keywords.has(field.name))) {
    const lines = fields.map(
      (field) => `    "${field.name}": ${typeOf(classes, name + pascalCase(field.name), field.schema)},`,
    );
    classes.push([`${name} = TypedDict("${name}", {`, ...lines, "})"].join("\n"));
    return;
  }
  const linesOf = (isRequired: boolean) =>
    fields
      .filter((field) => field.isRequired === isRequired)
      .flatMap((field) => [
        ...wrapped(field.schema.description ?? "", "    #: "),
        `    ${field.name}: ${typeOf(classes, name + pascalCase(field.name), field.schema)}`,
      ]);
  const [required, optional] = [linesOf(true), linesOf(false)];
  const isMixed = required.length > 0 && optional.length > 0;
  if (isMixed) classes.push([`class _${name}Required(TypedDict):`, ...required].join("\n"));
  const base = isMixed ? `_${name}Required` : "TypedDict";
  const total = optional.length > 0 ? ", total=False" : "";
  classes.push([`class ${name}(${base}${total}):`, ...(isMixed ? optional : [...required, ...optional])].join("\n"));
}

function typeOf(classes: string[], place: string, schema: Schema): string {
  const members = membersOf(classes, place, schema);
  const kept = [...new Set(members.filter((each) => each !== "None"))];
  const type = kept.length > 1 ? `Union[${kept.join(", ")}]` : kept.join();
  return kept.length < members.length ? `Optional[${type}]` : type;
}

/** The members of a union. An object without a name gets a class with the name of its place. */
function membersOf(classes: string[], place: string, schema: Schema): string[] {
  const { type, anyOf, items, properties, $ref } = schema;
  if ($ref) return [$ref.split("/").at(-1) ?? ""];
  if (anyOf) return anyOf.flatMap((each) => membersOf(classes, place, each));
  if (schema.enum) return [`Literal[${schema.enum.map((value) => JSON.stringify(value)).join(", ")}]`];
  if (schema.const !== undefined) return [`Literal[${JSON.stringify(schema.const)}]`];
  if (properties) {
    addClass(classes, place, schema);
    return [place];
  }
  if (items) return [`list[${typeOf(classes, place, items)}]`];
  return [type ?? "string"].flat().map((each) => pythonNames[each] ?? "str");
}

const pythonNames: Record<string, string> = {
  integer: "int",
  number: "Decimal",
  boolean: "bool",
  null: "None",
};

const pascalCase = (name: string) => name.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
