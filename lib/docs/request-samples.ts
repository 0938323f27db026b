import type { Sample } from "./markdown";
import { authenticationOf, exampleBody, exampleQuery, type Operation, takesFile } from "./operations";

/** An example request in every language of the docs. Values that only the caller knows are environment variables. */
export function requestSamples(operation: Operation, origin: string): Sample[] {
  const request = requestOf(operation, origin);
  const sample = (language: string, code: string): Sample => ({ language, file: null, code });
  const curl = sample("Shell", curlCode(request));
  // A file is easiest to send with curl.
  if (request.file) return [curl];
  return [
    curl,
    sample("JavaScript", nodeCode(request)),
    sample("PHP", phpCode(request)),
    sample("Python", pythonCode(request)),
  ];
}

type ExampleRequest = {
  method: string;
  /** With `{name}` at the place of each variable. */
  url: string;
  /** A header whose value ends in a variable. */
  credential: { name: string; prefix: string; variable: string } | null;
  body: Record<string, unknown> | undefined;
  file: boolean;
  /** Whether browsers post forms to this address, so that a program names the answer it wants. */
  isForm: boolean;
};

function requestOf(operation: Operation, origin: string): ExampleRequest {
  const query = exampleQuery(operation);
  const credentials = {
    none: null,
    token: { name: "Authorization", prefix: "Bearer ", variable: "TOKEN" },
    "key or token": { name: "X-SVC-Key", prefix: "", variable: "KEY" },
  };
  const file = takesFile(operation);
  return {
    method: operation.method,
    url: `${origin}${operation.path}${query && `?${query}`}`,
    credential: credentials[authenticationOf(operation)],
    body: file ? undefined : exampleBody(operation),
    file,
    isForm: operation.path.startsWith("/plugins/"),
  };
}

const withVariables = (url: string, write: (variable: string) => string) =>
  url.replace(/\{(\w+)\}/g, (_, name: string) => write(name.toUpperCase()));

/** Characters that need no quotes in a shell and no escapes in a form. */
const isPlain = (value: unknown) => /^[\w.:/@-]*$/.test(String(value));

function curlCode({ method, url, credential, body, file, isForm }: ExampleRequest): string {
  const address = withVariables(url, (variable) => `$${variable}`);
  const isUsual = method === (body || file ? "POST" : "GET");
  const fields = Object.entries(body ?? {});
  const isFlat = fields.every(([, value]) => typeof value !== "object" && isPlain(value));
  return `${[
    `curl ${isUsual ? "" : `-X ${method} `}${isPlain(address) ? address : `"${address}"`}`,
    ...(credential ? [`-H "${credential.name}: ${credential.prefix}$${credential.variable}"`] : []),
    ...(isForm && body ? ['-H "Accept: application/json"'] : []),
    ...(isFlat ? fields.map(([name, value]) => `-d ${name}=${value}`) : []),
    ...(body && !isFlat ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`] : []),
    ...(file ? ["-F picture=@picture.png"] : []),
  ].join(" \\\n  ")}\n`;
}

const headersOf = ({ body, credential, isForm }: ExampleRequest, quote: Quote): [string, string][] => [
  ...(body ? [["Content-Type", quote("application/json")] as [string, string]] : []),
  ...(isForm && body ? [["Accept", quote("application/json")] as [string, string]] : []),
  ...(credential ? [[credential.name, quote(credential.prefix, credential.variable)] as [string, string]] : []),
];

/** A text of the language, and the environment variable that follows it. */
type Quote = (text: string, variable?: string) => string;

function nodeCode(request: ExampleRequest): string {
  const { method, url, body } = request;
  const quote: Quote = (text, variable) => {
    if (!variable) return JSON.stringify(text);
    return text ? `\`${text}\${process.env.${variable}}\`` : `process.env.${variable}`;
  };
  const address = withVariables(url, (variable) => `\${process.env.${variable}}`);
  const headers = headersOf(request, quote).map(([name, value]) => `${JSON.stringify(name.toLowerCase())}: ${value}`);
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}",`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(", ")} },`] : []),
    ...(body ? [`body: JSON.stringify(${indented(objectCode(body))}),`] : []),
  ];
  const given = options.length > 0 ? `, {\n${options.map((line) => `  ${line}\n`).join("")}}` : "";
  return `const response = await fetch(${address === url ? `"${url}"` : `\`${address}\``}${given});
const answer = await response.json();\n`;
}

const indented = (code: string, by = "  ") => code.replaceAll("\n", `\n${by}`);

const objectCode = (value: Record<string, unknown>) =>
  `{\n${Object.entries(value)
    .map(([name, one]) => `  ${name}: ${JSON.stringify(one)},\n`)
    .join("")}}`;

function phpCode(request: ExampleRequest): string {
  const { method, url, body } = request;
  const quote: Quote = (text, variable) => `'${text}'${variable ? ` . getenv('${variable}')` : ""}`;
  const address = `'${withVariables(url, (variable) => `' . getenv('${variable}') . '`)}'`.replace(/ \. ''$/, "");
  const headers = headersOf(request, (text, variable) => quote(text, variable).slice(1));
  const lines = headers.map(([name, value]) => `        '${name}: ${value},\n`);
  const fields = Object.entries(body ?? {}).map(([name, value]) => `        '${name}' => ${phpValue(value)},\n`);
  return `<?php
$context = stream_context_create(['http' => [
    'method' => '${method}',
${lines.length > 0 ? `    'header' => [\n${lines.join("")}    ],\n` : ""}${
  body ? `    'content' => json_encode([\n${fields.join("")}    ]),\n` : ""
}    'ignore_errors' => true,
]]);
$answer = json_decode(file_get_contents(${address}, false, $context), true);\n`;
}

function phpValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(phpValue).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    return `[${Object.entries(value).map(([name, one]) => `'${name}' => ${phpValue(one)}`)}]`;
  }
  return typeof value === "string" ? `'${value}'` : String(value);
}

function pythonCode(request: ExampleRequest): string {
  const { method, url, body, credential } = request;
  const quote: Quote = (text, variable) => {
    if (!variable) return JSON.stringify(text);
    return `${text ? `${JSON.stringify(text)} + ` : ""}os.environ["${variable}"]`;
  };
  const address = withVariables(url, (variable) => `{os.environ['${variable}']}`);
  const headers = headersOf(request, quote).map(([name, value]) => `"${name}": ${value}`);
  const fields = Object.entries(body ?? {}).map(([name, value]) => `        "${name}": ${pythonValue(value)},\n`);
  const usesEnvironment = credential !== null || address !== url;
  return `import json${usesEnvironment ? ", os" : ""}, urllib.request

request = urllib.request.Request(
    ${address === url ? `"${url}"` : `f"${address}"`},
    method="${method}",
${headers.length > 0 ? `    headers={${headers.join(", ")}},\n` : ""}${
  body ? `    data=json.dumps({\n${fields.join("")}    }).encode(),\n` : ""
})
with urllib.request.urlopen(request) as response:
    answer = json.load(response)\n`;
}

function pythonValue(value: unknown): string {
  const words = new Map<unknown, string>([
    [true, "True"],
    [false, "False"],
    [null, "None"],
  ]);
  return words.get(value) ?? JSON.stringify(value);
}
