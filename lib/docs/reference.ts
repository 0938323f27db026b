import { env } from "@/lib/kit/env";
import { curlOf } from "./examples";
import { escaped, fieldLine, fieldLines, typeOf } from "./fields";
import { slugOf } from "./markdown";
import {
  apiOperations,
  authenticationOf,
  type Operation,
  readDocument,
  type Schema,
  schemaOf,
  shapesOf,
} from "./operations";

/** The API reference as Markdown, generated from the OpenAPI document and then rendered like every other page. */

const moduleAddress = (module: string) => `/docs/reference/${slugOf(module)}`;

const inModule = (module: string) => apiOperations().filter(({ tags }) => tags[0] === module);

export const moduleNames = (): string[] => readDocument().tags.map(({ name }) => name);

export function referenceOverview(): string {
  const modules = moduleNames().map((module) => {
    const operations = inModule(module).map(
      (operation) =>
        `- [${titleOf(operation)}](${moduleAddress(module)}#${slugOf(titleOf(operation))}) ${signature(operation)}`,
    );
    return `## ${module}\n\n${operations.join("\n")}`;
  });
  return `# API reference

Made from the same contracts that guard the API: what stands here is what is checked. To keep: the
[OpenAPI 3.1 document](/api/openapi.json) and a [Postman collection](/docs/tradewind.postman_collection.json).

- **Address**: \`${env().PUBLIC_URL}/api\`; the hosted checkout and the sandbox's sessions stand beside it, at \`${env().PUBLIC_URL}\`.
- **Authentication**: exactly one of \`X-SVC-Key: <API key>\` and \`Authorization: Bearer <access token>\`. Keys are made in the dashboard under
  Developers → API keys; \`svc_test_\` keys act on sandbox, \`svc_live_\` keys on live. A token acts on the \`environment\` you name.
- **Bodies**: JSON or a form, 64 KB at most. An empty field counts as left out. Money in answers is text, such as \`"10.00"\`.
- **Limits**: counted over all credentials of an account; \`RateLimit\` says what is left. What refusals look like is on [Errors](errors.md).
- **Idempotency-Key**: where an endpoint takes one, the same request with the same key gets the first answer again, for 24 hours.

${modules.join("\n\n")}`;
}

export function moduleReference(module: string): string {
  const operations = inModule(module);
  const records = recordsIn(operations).map(
    ([name, schema]) => `### ${name}\n\n${fieldLines(schema).join("\n") || escaped(schema.description ?? "")}`,
  );
  return [
    `# ${module}`,
    ...operations.map(describe),
    ...(records.length > 0 ? [`## Records\n\n${records.join("\n\n")}`] : []),
  ].join("\n\n");
}

/** The title of an operation: the first sentence of its summary. The rest of the summary is its explanation. */
const titleOf = ({ summary }: Operation): string => summary.split(/: |\. /)[0] ?? summary;

function explanationOf(operation: Operation): string {
  const rest = operation.summary.slice(titleOf(operation).length + 2);
  return rest && `${escaped(rest.charAt(0).toUpperCase() + rest.slice(1))}.`;
}

const signature = ({ method, path }: Operation) => `\`${method} ${path}\``;

function describe(operation: Operation): string {
  const { responses } = operation;
  const bodies = shapesOf(schemaOf(operation) ?? {}).filter(({ properties }) => properties);
  const isSuccess = (status: string) => status.startsWith("2");
  return [
    `## ${titleOf(operation)}`,
    signature(operation),
    [explanationOf(operation), whoMay(operation), limitOf(operation)].filter(Boolean).join(" "),
    `\`\`\`sh\n${curlOf(operation, env().PUBLIC_URL)}\n\`\`\``,
    ...parametersOf(operation),
    ...bodies.map((body) => section(body.title ? `Body: ${escaped(body.title)}` : "Body", body)),
    ...Object.entries(responses)
      .filter(([status]) => isSuccess(status))
      .map(([status, { description, content }]) =>
        section(
          `Answer ${status}${description === "Success" ? "" : `: ${escaped(description)}`}`,
          content["application/json"]?.schema ?? {},
        ),
      ),
    refusalsOf(operation),
  ].join("\n\n");
}

function whoMay(operation: Operation): string {
  const { "x-scopes": scopes = [] } = operation;
  const who = { none: "No authentication.", token: "A bearer token", "key or token": "An API key or a bearer token" };
  const needed = authenticationOf(operation);
  if (needed === "none") return who[needed];
  const either = scopes.map((scope) => `\`${scope}\``).join(" or ");
  return `${who[needed]}${either && ` with the scope ${either}, or its module's \`-all\``}.`;
}

const limitOf = ({ "x-rate-limit": { requests, seconds } }: Operation) =>
  `${requests} requests ${seconds === 60 ? "a minute" : `in ${seconds} seconds`}.`;

const section = (title: string, schema: Schema) =>
  `### ${title}\n\n${fieldLines(schema).join("\n") || `- ${typeOf(schema)}`}`;

function parametersOf({ parameters }: Operation): string[] {
  const lines = parameters.map(({ name, in: place, required, schema }) =>
    fieldLine(
      name,
      { ...schema, description: [`In the ${place}.`, schema.description].filter(Boolean).join(" ") },
      required,
    ),
  );
  return lines.length > 0 ? [`### Parameters\n\n${lines.join("\n")}`] : [];
}

/** Errors that every endpoint can return. The page about errors documents them once. */
const usualStatuses = ["413", "415", "429", "500", "503"];

function refusalsOf({ responses }: Operation): string {
  const own = Object.entries(responses).filter(([status]) => /^4/.test(status) && !usualStatuses.includes(status));
  const usual = usualStatuses.filter((status) => status in responses).join(", ");
  const lines = own.map(([status, { description }]) => `- \`${status}\` ${escaped(description)}`);
  return `### Refusals\n\n${[...lines, `- As everywhere: ${usual}, see [Errors](errors.md).`].join("\n")}`;
}

/** The schemas that the operations refer to, directly and indirectly. */
function recordsIn(operations: readonly Operation[]): [string, Schema][] {
  const { schemas } = readDocument().components;
  const namedIn = (value: unknown) =>
    [...JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = ""]) => name);
  const names = new Set(operations.flatMap(namedIn));
  names.delete("Error"); // The page about errors documents this schema.
  for (const name of names) for (const other of namedIn(schemas[name])) names.add(other);
  return [...names].map((name) => [name, schemas[name] ?? {}]);
}
