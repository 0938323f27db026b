/** The parts of the OpenAPI document that the docs read, and that get descriptions and examples. */
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

/** A body with alternative shapes has one of the `examples` for each, and no `example`. */
export type MediaType = { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> };
type Content = Record<string, MediaType>;

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
};

export type ApiOperation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, unknown>[];
  "x-scopes"?: string[];
  "x-rate-limit": { requests: number; seconds: number };
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content: Content }>;
};

type ApiNotification = { parameters: Parameter[]; requestBody: { content: Content } };

type PathItem = { servers?: { url: string }[] } & Record<string, unknown>;

export type ApiDocument = {
  info: { title: string; version: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, { post: ApiNotification }>;
  components: { schemas: Record<string, Schema> };
};

/** The operations of a path, without its servers. */
export const operationsAt = ({ servers: _servers, ...methods }: PathItem): [method: string, ApiOperation][] =>
  Object.entries(methods) as [string, ApiOperation][];

/** The path of an operation, without the origin. */
export function fullPathOf(path: string, { servers }: PathItem, { servers: usual }: ApiDocument): string {
  const [server] = servers ?? usual;
  return `${new URL(server?.url ?? "").pathname.replace(/\/$/, "")}${path}`;
}

/** The name of the schema that a reference names. */
export const nameInRef = ($ref: string): string => $ref.split("/").at(-1) ?? "";

/** The alternative shapes of a body. Most bodies have only one. */
export const shapesOf = (schema: Schema): Schema[] => schema.oneOf ?? schema.anyOf ?? [schema];
