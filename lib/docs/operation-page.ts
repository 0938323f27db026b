import { shapesOf } from "@/lib/api/api-document";
import { env } from "@/lib/kit/env";
import { sandbox } from "@/lib/reference/sandbox";
import { type FieldRow, fieldRow, fieldRows } from "./fields";
import type { ExampleAnswer } from "./markdown";
import { authenticationOf, type Operation, schemaOf, takesFile } from "./operations";
import { requestSamples } from "./request-samples";

type FieldTable = { title: string; rows: FieldRow[]; isRequest: boolean };
type Fact = { kind: "credential" | "body" | "idempotency"; text: string };

export type OperationView = ReturnType<typeof describeOperation>;

/** The page of one operation, generated from the OpenAPI document. */
export function describeOperation(operation: Operation) {
  return {
    method: operation.method,
    path: operation.path,
    explanation: explanationOf(operation),
    facts: factsOf(operation),
    rateLimit: rateLimitOf(operation),
    tables: [
      ...parameterTables(operation, ["path", "query"]),
      ...bodyTables(operation),
      ...parameterTables(operation, ["header"]),
      ...answerTables(operation),
    ],
    errors: errorsOf(operation),
    samples: requestSamples(operation, env().PUBLIC_URL),
    answers: answersOf(operation),
    /** The fields of the form that sends the example, where the sandbox accepts it from anyone. */
    send: operation.operationId === "requestPayment" ? sendableFields() : null,
  };
}

/** The title of an operation: the first sentence of its summary. The rest of the summary is its explanation. */
export const titleOf = ({ summary }: Operation): string => summary.split(/[:;] |\. /)[0] ?? summary;

function explanationOf(operation: Operation): string {
  const rest = operation.summary.slice(titleOf(operation).length + 2);
  return rest && `${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`;
}

/** The fields of the example payment request. Null without the public sandbox accounts. */
export function sendableFields(): Record<string, string> | null {
  const { PUBLIC_URL, SEED_SANDBOX } = env();
  if (!SEED_SANDBOX) return null;
  return {
    account_number: sandbox.merchant.accountNumber,
    environment: "sandbox",
    country_code: "TT",
    currency: "TTD",
    total: "1195.69",
    fee_structure: "customer_pay",
    method: "credit_card_co",
    order_id: "MP-10482",
    origin: "my-shop",
    email: "customer@example.com",
    response_url: `${PUBLIC_URL}/response/`,
  };
}

function factsOf(operation: Operation): Fact[] {
  const isIdempotent = operation.parameters.some(({ name }) => name === "Idempotency-Key");
  const isOpen = authenticationOf(operation) === "none";
  return [
    ...(isOpen && explanationOf(operation).includes("No authentication")
      ? []
      : [{ kind: "credential", text: credentialOf(operation) } as const]),
    ...(operation.requestBody
      ? [{ kind: "body", text: takesFile(operation) ? "Form with a file" : "JSON or form" } as const]
      : []),
    ...(isIdempotent ? [{ kind: "idempotency", text: "Idempotency-Key" } as const] : []),
  ];
}

const rateLimitOf = ({ "x-rate-limit": { requests, seconds } }: Operation) =>
  `${requests} requests ${seconds === 60 ? "per minute" : `in ${seconds} seconds`}`;

function credentialOf(operation: Operation): string {
  const { "x-scopes": scopes = [] } = operation;
  const names = { none: "No authentication", token: "Bearer token", "key or token": "API key or bearer token" };
  const scope = scopes.length > 0 ? ` with the scope ${scopes.join(" or ")}` : "";
  return `${names[authenticationOf(operation)]}${scope}`;
}

type Place = "path" | "query" | "header";

function parameterTables({ parameters }: Operation, places: Place[]): FieldTable[] {
  const titles = { path: "Path parameters", query: "Query parameters", header: "Headers" };
  return places.flatMap((place) => {
    const rows = parameters
      .filter(({ in: own }) => own === place)
      .map(({ name, required, description = "", schema }) =>
        fieldRow(name, { ...schema, description }, { depth: 0, isRequired: required }),
      );
    return rows.length > 0 ? [{ title: titles[place], rows, isRequest: true }] : [];
  });
}

function bodyTables(operation: Operation): FieldTable[] {
  return shapesOf(schemaOf(operation) ?? {})
    .filter(({ properties }) => properties)
    .map((body) => ({
      title: body.title ? `Body fields: ${body.title}` : "Body fields",
      rows: withRequiredFirst(fieldRows(body)),
      isRequest: true,
    }));
}

/** Moves required fields to the top. Fields of inner objects stay below the field that holds them. */
function withRequiredFirst(rows: FieldRow[]): FieldRow[] {
  const groups: FieldRow[][] = [];
  for (const row of rows) {
    if (row.depth === 0) groups.push([row]);
    else groups.at(-1)?.push(row);
  }
  const isRequired = (group: FieldRow[]) => group[0]?.isRequired === true;
  return [...groups.filter(isRequired), ...groups.filter((group) => !isRequired(group))].flat();
}

const isSuccess = (status: string) => status.startsWith("2");

function answerTables({ responses }: Operation): FieldTable[] {
  return Object.entries(responses).flatMap(([status, { description, content }]) => {
    const rows = isSuccess(status) ? fieldRows(content["application/json"]?.schema ?? {}) : [];
    const title = description === "Success" ? "Response fields" : `Response fields, ${status}: ${description}`;
    return rows.length > 0 ? [{ title, rows, isRequest: false }] : [];
  });
}

/** Errors that every endpoint can return. The page about errors documents them once. */
const usualStatuses = ["413", "415", "429", "500", "503"];

const errorsOf = ({ responses }: Operation) =>
  Object.entries(responses)
    .filter(([status]) => /^4/.test(status) && !usualStatuses.includes(status))
    .map(([status, { description }]) => ({ status, description }));

/** The success, the error that a caller meets first, and the error at the rate limit. */
function answersOf({ responses }: Operation): ExampleAnswer[] {
  const success = Object.keys(responses).filter(isSuccess).slice(-1);
  const exampleOf = (status: string) => responses[status]?.content["application/json"]?.example;
  const isAboutField = (status: string) => Object.hasOwn(Object(exampleOf(status)), "errors");
  const error = ["400", "404", "401"].find((status) => (status === "400" ? isAboutField(status) : status in responses));
  return [...success, ...(error ? [error] : []), "429"].map((status) => ({
    status: Number(status),
    code: `${JSON.stringify(exampleOf(status), null, 2)}\n`,
  }));
}
