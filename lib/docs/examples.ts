import { currencies } from "@/lib/reference/currencies";
import { feeStructures } from "@/lib/reference/fees";
import { environments } from "@/lib/reference/platforms";
import { sandbox } from "@/lib/reference/sandbox";
import { resolved } from "./fields";
import { type Operation, type Schema, schemaOf, shapesOf } from "./operations";

/** Realistic values for fields whose schema would accept any value. */
const values: Record<string, unknown> = {
  account_number: sandbox.merchant.accountNumber,
  addr1: "12 Frederick Street",
  amount: "5.00",
  amount_max: "50.00",
  amount_min: "5.00",
  ask: ["name", "phone"],
  bank_account: "1234567890",
  cidrs: ["203.0.113.0/24"],
  city: "Port of Spain",
  clear: ["description"],
  country: "TT",
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
  order_id: "MP-10482",
  origin: "my-shop",
  password: "Your-password-1",
  old_password: "Your-password-1",
  new_password: "Your-password-2",
  confirm_password: "Your-password-2",
  phone: "+18685550123",
  reason: "The customer sent it back.",
  recipient_name: "Ada Baptiste",
  return_url: "https://shop.example/thanks",
  response_url: "https://shop.example/return",
  scopes: ["svc-transactions-retrieve"],
  title: "Mango chow, large",
  total: "1195.69",
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

export function exampleQuery({ parameters }: Operation): string {
  const needed = parameters.filter(({ in: place, required }) => place === "query" && required);
  return needed.map(({ name, schema }) => `${name}=${exampleOf(name, schema)}`).join("&");
}

const transactionId = "SB-01M7HCE82374AY285DHXKB6Y73";
const moment = "2026-11-16T14:05:00.000Z";

/** Realistic values of fields of answers. */
const answered: Record<string, unknown> = {
  ...values,
  access_token: "eyJhbGciOiJIUzI1NiJ9…",
  refresh_token: "eyJhbGciOiJIUzI1NiJ9…",
  bank_account: "****7890",
  body: '{"id":"evt_01M7HCE82374AY285DHXKB6Y73"}',
  card: "XXXXXXXXXXXX1111",
  card_type: "visa",
  customer_email: "customer@example.com",
  customer_name: "Ada Baptiste",
  customer_phone: "+18685550123",
  event_id: "evt_01M7HCE82374AY285DHXKB6Y73",
  id_number: "****1001",
  id: "01M7HCE82374AY285DHXKB6Y73",
  kid: "01M7HCE82374AY28",
  message: "[1-R00]: Transaction is approved.",
  method: "credit_card_co",
  original_total: "1195.69",
  fee: "53.81",
  total: "1249.50",
  total_credited: "1195.69",
  refunds: [],
  refund_id: "RF-01M7HCE82374AY285DHXKB6Y73",
  reference: "0b6f7c52-5b1e-4d0a-9f3e-2c1a7d8e9f10",
  uuid: "0b6f7c52-5b1e-4d0a-9f3e-2c1a7d8e9f10",
  secret: "whsec_dHJhZGV3aW5kLXdlYmhvb2stdGVzdC12ZWN0b3ItMzI=",
  status_desc: "The payment was made.",
  transaction_id: transactionId,
};

/** The answers of endpoints that return a plain list or record. */
const listed: Record<string, unknown> = {
  listCurrencies: currencies,
  listEnvironments: environments,
  listFeeStructures: feeStructures,
  listStates: { "TT-POS": "Port of Spain", "TT-SFO": "San Fernando" },
};

export const successExample = ({ operationId, responses }: Operation, status: string): unknown =>
  listed[operationId] ?? exampleAnswer(responses[status]?.content["application/json"]?.schema ?? {});

/** An example of an answer, made from its schema. Optional and nullable fields have values where we know one. */
function exampleAnswer(schema: Schema, name = ""): unknown {
  const { const: value, enum: choices, anyOf, items, properties, examples, format, minimum } = resolved(schema);
  if (value !== undefined) return value;
  if (properties) {
    return Object.fromEntries(Object.entries(properties).map(([key, field]) => [key, exampleAnswer(field, key)]));
  }
  const known = answered[name];
  if (items) return Array.isArray(known) ? known : [exampleAnswer(items, name)];
  const isNullable = anyOf?.some(({ type }) => type === "null");
  if (isNullable && known === undefined) return null;
  if (anyOf) return exampleAnswer(anyOf.find(({ type }) => type !== "null") ?? {}, name);
  if (choices) return choices.includes(known) ? known : choices[0];
  const types = [resolved(schema).type ?? "object"].flat();
  if (types.includes("number")) return Number(known ?? 1);
  if (types.includes("integer")) return Math.max(1, minimum ?? 1);
  if (known !== undefined && typeof known !== "object") return known;
  return examples?.[0] ?? plainAnswer(types, { name, format });
}

function plainAnswer(types: string[], hints: { name: string; format: string | undefined }) {
  if (hints.format === "date-time") return moment;
  if (hints.format === "date") return moment.slice(0, 10);
  if (types.includes("null")) return null;
  if (types.includes("boolean")) return true;
  return types.includes("object") ? {} : hints.name;
}
