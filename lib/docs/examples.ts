import { sandbox } from "@/lib/reference/sandbox";
import { authenticationOf, type Operation, type Schema, schemaOf, shapesOf, takesFile } from "./operations";

/** Realistic values for fields whose schema would accept any value. */
const values: Record<string, unknown> = {
  account_number: sandbox.merchant.accountNumber,
  addr1: "12 Frederick Street",
  amount: "5.00",
  bank_account: "1234567890",
  cidrs: ["203.0.113.0/24"],
  city: "Port of Spain",
  country_code: "TT",
  currency: "TTD",
  email: "customer@example.com",
  environment: "sandbox",
  events: ["*"],
  first_name: "Ada",
  id_number: "19900101001",
  last_name: "Baptiste",
  name: "Ada Baptiste",
  name_in_bank: "Ada Baptiste",
  order_id: "order-1",
  origin: "my-shop",
  password: "Your-password-1",
  old_password: "Your-password-1",
  new_password: "Your-password-2",
  confirm_password: "Your-password-2",
  phone: "+18685550123",
  reason: "The customer sent it back.",
  recipient_name: "Ada Baptiste",
  response_url: "https://shop.example/return",
  scopes: ["svc-transactions-retrieve"],
  total: "10.00",
  url: "https://shop.example/hook",
};

/** The example body: the required fields, or all fields if none is required. */
export function exampleBody(operation: Operation): Record<string, unknown> | undefined {
  const schema = schemaOf(operation);
  const { properties = {}, required = [] } = (schema && shapesOf(schema)[0]) ?? {};
  const names = required.length > 0 ? required : Object.keys(properties);
  return schema && Object.fromEntries(names.map((name) => [name, exampleOf(name, properties[name] ?? {})]));
}

function exampleOf(name: string, schema: Schema): unknown {
  const chosen = [schema.const, ...(schema.examples ?? []), values[name], ...(schema.enum ?? []), schema.minimum];
  return chosen.find((value) => value !== undefined) ?? (schema.anyOf?.[0] ? exampleOf(name, schema.anyOf[0]) : name);
}

function exampleQuery({ parameters }: Operation): string {
  const needed = parameters.filter(({ in: place, required }) => place === "query" && required);
  return needed.map(({ name, schema }) => `${name}=${exampleOf(name, schema)}`).join("&");
}

/** A shell command. Values that only the caller knows are shell variables. */
export function curlOf(operation: Operation, origin: string): string {
  const needs = authenticationOf(operation);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
  const query = exampleQuery(operation);
  const body = exampleBody(operation);
  const isUsual = operation.method === (body ? "POST" : "GET");
  return [
    `curl ${isUsual ? "" : `-X ${operation.method} `}${query ? `"${origin}${path}?${query}"` : `${origin}${path}`}`,
    ...(needs === "token" ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(needs === "key or token" ? ['-H "X-SVC-Key: $KEY"'] : []),
    ...(body && !takesFile(operation) ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`] : []),
    ...(takesFile(operation) ? ["-F picture=@picture.png"] : []),
  ].join(" \\\n  ");
}
