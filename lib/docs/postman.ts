import type { ApiDocument } from "@/lib/api/api-document";
import { apiDocument } from "@/lib/api/document";
import { env } from "@/lib/kit/env";
import { sandbox } from "@/lib/reference/sandbox";
import { apiOperations, authenticationOf, exampleBody, type Operation, takesFile } from "./operations";

/**
 * The Postman collection with this server's URL. If the public sandbox accounts are seeded, it contains their API key
 * and works at once.
 */
export function downloadableCollection() {
  const { PUBLIC_URL, SEED_SANDBOX } = env();
  const variables = { base_url: PUBLIC_URL, api_key: SEED_SANDBOX ? sandbox.apiKey : "" };
  return postmanCollection(apiDocument(), apiOperations(), variables);
}

/** A Postman collection (v2.1) with an example of every request, in one folder per module. */
export function postmanCollection({ info, tags }: ApiDocument, operations: readonly Operation[], variables: Variables) {
  return {
    info: {
      name: info.title,
      version: info.version,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: {
      type: "apikey",
      apikey: pairs({ key: "X-SVC-Key", value: "{{api_key}}", in: "header" }),
    },
    variable: pairs({ ...variables, access_token: "" }),
    item: tags.map(({ name }) => ({
      name,
      item: operations.filter(({ tags: own }) => own[0] === name).map(requestOf),
    })),
  };
}

type Variables = { base_url: string; api_key: string };

const pairs = (values: Record<string, string>) => Object.entries(values).map(([key, value]) => ({ key, value }));

const authOf = {
  none: { type: "noauth" },
  token: { type: "bearer", bearer: pairs({ token: "{{access_token}}" }) },
  "key or token": undefined,
};

function requestOf(operation: Operation) {
  const { operationId, summary, method, parameters, path } = operation;
  const auth = authOf[authenticationOf(operation)];
  const body = exampleBody(operation);
  const places = path
    .split("/")
    .slice(1)
    .map((part) => part.replace(/^\{(\w+)\}$/, ":$1"));
  return {
    name: operationId,
    request: {
      ...(auth && { auth }),
      description: summary,
      method,
      header: pairs({ Accept: "application/json" }),
      url: {
        raw: `{{base_url}}/${places.join("/")}`,
        host: ["{{base_url}}"],
        path: places,
        query: parameters
          .filter(({ in: place }) => place === "query")
          .map(({ name }) => ({ key: name, value: "", disabled: true })),
        variable: parameters.filter(({ in: place }) => place === "path").map(({ name }) => ({ key: name, value: "" })),
      },
      ...(body && { body: takesFile(operation) ? fileBody : jsonBody(body) }),
    },
  };
}

const fileBody = { mode: "formdata", formdata: [{ key: "picture", type: "file", src: "" }] };

const jsonBody = (body: object) => ({
  mode: "raw",
  raw: JSON.stringify(body, null, 2),
  options: { raw: { language: "json" } },
});
