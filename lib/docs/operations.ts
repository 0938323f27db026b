import { apiDocument } from "@/lib/api/document";

/** The parts of the OpenAPI document that the docs read. */
export type Schema = {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};

type Content = Record<string, { schema: Schema }>;

type Described = {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, unknown>[];
  "x-scopes"?: string[];
  "x-rate-limit": { requests: number; seconds: number };
  parameters: { name: string; in: "path" | "query" | "header"; required: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content: Content }>;
};

/** An operation of the API. `path` does not contain the origin. */
export type Operation = Described & { method: string; path: string };

type PathItem = { servers?: { url: string }[] } & Record<string, unknown>;
export type ApiDocument = {
  info: { title: string; version: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, PathItem>;
  components: { schemas: Record<string, Schema> };
};

/** Narrows the type of the OpenAPI document, which is made for writing and is too loose for reading. */
export const readDocument = (): ApiDocument => apiDocument() as unknown as ApiDocument;

let operations: Operation[] | undefined;

export const apiOperations = (): Operation[] => (operations ??= readOperations());

function readOperations(): Operation[] {
  const { paths, servers: usual } = readDocument();
  return Object.entries(paths).flatMap(([path, { servers = usual, ...methods }]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...(described as Described),
      method: method.toUpperCase(),
      path: `${new URL(servers[0]?.url ?? "").pathname.replace(/\/$/, "")}${path}`,
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

export const schemaOf = ({ requestBody }: Operation): Schema | undefined =>
  Object.values(requestBody?.content ?? {})[0]?.schema;

/** The alternative schemas of a body. Most bodies have only one schema. */
export const shapesOf = (schema: Schema): Schema[] => schema.oneOf ?? schema.anyOf ?? [schema];
