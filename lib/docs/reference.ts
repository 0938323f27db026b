import { apiDocument } from "@/lib/api/document";
import { env } from "@/lib/kit/env";
import { slugOf } from "./markdown";
import { titleOf } from "./operation-page";
import { apiOperations, type Operation } from "./operations";

/** The pages of the API reference that list operations, as Markdown generated from the OpenAPI document. */

export const moduleAddress = (module: string) => `/docs/reference/${slugOf(module)}`;

export const operationAddress = ({ tags, operationId }: Operation) =>
  `${moduleAddress(tags[0] ?? "")}/${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export const operationsIn = (module: string) => apiOperations().filter(({ tags }) => tags[0] === module);

export const moduleNames = (): string[] => apiDocument().tags.map(({ name }) => name);

export function referenceOverview(): string {
  const modules = moduleNames().map((module) => `## ${module}\n\n${operationTable(module)}`);
  return `# API reference

Every endpoint with its fields, an example request and its answers. The reference is generated from the contracts that the API checks.

Download the [OpenAPI 3.1 document](/api/openapi.json) or the [Postman collection](/docs/tradewind.postman_collection.json).

- **Base URL**: \`${env().PUBLIC_URL}/api\`. The hosted checkout and the sandbox sessions are at \`${env().PUBLIC_URL}\`.
- **Authentication**: send either \`X-SVC-Key: <API key>\` or \`Authorization: Bearer <access token>\`. Create keys in the dashboard under
  Developers → API keys. Keys that begin with \`svc_test_\` act on the sandbox, and keys that begin with \`svc_live_\` act on live. A token acts on the
  \`environment\` of the request.
- **Bodies**: JSON or a form, up to 64 KB. An empty field counts as missing. Amounts in answers are text, such as \`"10.00"\`.
- **Rate limits**: an account's credentials share one limit. The \`RateLimit\` header shows the rest. [Errors](errors.md) describes error answers.
- **Idempotency-Key**: the same request with the same key gets the first answer again for 24 hours, on endpoints that accept the header.

${modules.join("\n\n")}`;
}

export const moduleReference = (module: string): string => `# ${module}

${operationTable(module)}`;

const operationTable = (module: string) =>
  ["| operation | request |", "|---|---|", ...operationsIn(module).map(operationRow)].join("\n");

const operationRow = (operation: Operation) =>
  `| [${titleOf(operation)}](${operationAddress(operation)}) | \`${operation.method} ${operation.path}\` |`;
