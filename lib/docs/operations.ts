import { type ApiOperation, fullPathOf, type MediaType, operationsAt, type Schema } from "@/lib/api/api-document";
import { apiDocument } from "@/lib/api/document";

/** An operation of the API. `path` does not contain the origin. */
export type Operation = ApiOperation & { method: string; path: string };

let operations: Operation[] | undefined;

export const apiOperations = (): Operation[] => (operations ??= readOperations());

function readOperations(): Operation[] {
  const document = apiDocument();
  return Object.entries(document.paths).flatMap(([path, item]) =>
    operationsAt(item).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path: fullPathOf(path, item, document),
    })),
  );
}

type Authentication = "none" | "token" | "key or token";

export function authenticationOf({ security }: Operation): Authentication {
  if (security.length === 0) return "none";
  return security.some((way) => "apiKey" in way) ? "key or token" : "token";
}

export function takesFile({ requestBody }: Operation): boolean {
  const { properties = {} } = requestBody?.content["multipart/form-data"]?.schema ?? {};
  return Object.values(properties).some(({ format }) => format === "binary");
}

const mediaOf = ({ requestBody }: Operation): MediaType | undefined => Object.values(requestBody?.content ?? {})[0];

export const schemaOf = (operation: Operation): Schema | undefined => mediaOf(operation)?.schema;

/** The example body. If the body has alternative shapes, that of the first one. */
export function exampleBody(operation: Operation): Record<string, unknown> | undefined {
  const { example, examples = {} } = mediaOf(operation) ?? {};
  return (example ?? Object.values(examples)[0]?.value) as Record<string, unknown> | undefined;
}

export function exampleQuery({ parameters }: Operation): string {
  const needed = parameters.filter(({ in: place, required }) => place === "query" && required);
  return needed.map(({ name, example }) => `${name}=${example}`).join("&");
}
