import { requestSignatureOf } from "@/lib/checkout/request/request-signature";
import { parseJsonObject } from "@/lib/http/body/json";
import { formatMinor, parseMinor } from "@/lib/kit/money";

/** Payment requests as shops write them, and the fields that a library must send. */
type Case = {
  name: string;
  fields?: Readonly<Record<string, unknown>>;
  signingSecret?: string | null;
  /** The field that a library must refuse. */
  refused?: string;
};

const request = {
  account_number: "1234567890",
  country_code: "TT",
  currency: "TTD",
  environment: "sandbox",
  fee_structure: "customer_pay",
  method: "credit_card_co",
  order_id: "MP-10482",
  origin: "my-shop",
  response_url: "https://shop.example/return?cart=7&lang=en#top",
  total: "10.00",
  email: "ada@example.com",
};
const secret = "sandbox-signing-secret";
const nowSeconds = 1_794_744_000;

const given = (name: string, fields: Readonly<Record<string, unknown>>): Case => ({ name, fields });

const cases: Case[] = [
  given("the required fields", {}),
  { name: "a request without a signature", signingSecret: null },
  { name: "a secret with other scripts", signingSecret: "clé🔑" },
  given("a total without decimals", { total: "10" }),
  given("a total with one decimal", { total: "10.5" }),
  given("a total with leading zeros", { total: "0010.00" }),
  given("an account number that is a number", { account_number: 1234567890 }),
  given("a switch that is true", { avs: true }),
  given("a switch that is false", { avs: false }),
  given("an empty value", { addr2: "" }),
  given("a value that is missing", { phone: null }),
  given("a name with accents", { name: "Zoë Ñandú" }),
  given("a name with &, + and an apostrophe", { name: "O'Brien & Sons + Co." }),
  given("data with &, = and %", { data: "a&b=c%20d#e" }),
  given("data with every punctuation mark", { data: "a b+c*d~e'f(g)h!i%j/k\"l\\m<n>o?p@q:r;s,t$u^v`w{x}y|z-._" }),
  given("data with emoji and other scripts", { data: "🐚 海 العربية ‍" }),
  given("data that is JSON text", { data: '{"cart":[1,2.50],"note":"roti \\u00e9"}' }),
  given("data with lines", { data: "first\nsecond\r\n\tthird" }),
  given("a phone number", { phone: "+18685550123" }),
  given("all optional fields", {
    data: "cart-7",
    version: "1.2.3",
    fname: "Ada",
    lname: "Baptiste",
    addr1: "1 Frederick Street",
    addr2: "Floor 2",
    city: "Port of Spain",
    state: "TT-POS",
    zipcode: "100123",
    country: "TT",
    phone: "+18685550123",
    avs: "1",
    card_type: "visa",
  }),
  given("names that sort by capital letters and underscores first", { Zone: "z", _utm: "u", zone: "y", "a-b": "x" }),
  given("an unknown field", { plugin: "woo" }),
  given("a timestamp and a signature of an earlier request", { request_timestamp: "1", request_signature: "old" }),
  ...[10.5, 10, "", "10.005", "1,000.00", "-10.00", "+10.00", "1e3", "ten", " 10.00", "10.00\n", "10."].map(
    (total) => ({ name: `a total of ${JSON.stringify(total)}`, fields: { total }, refused: "total" }),
  ),
  { name: "an empty signing secret", signingSecret: "", refused: "signing_secrets" },
  { name: "a signing secret with a space", signingSecret: `${secret} `, refused: "signing_secrets" },
  { name: "a fraction in another field", fields: { version: 1.5 }, refused: "version" },
  { name: "an object", fields: { data: { cart: 7 } }, refused: "data" },
  { name: "a list", fields: { data: ["cart"] }, refused: "data" },
];

export function requestVectors() {
  return cases.map(({ name, fields = {}, signingSecret = secret, refused }) => {
    const written = { ...request, ...fields };
    return {
      name,
      request: written,
      signing_secret: signingSecret,
      now_seconds: nowSeconds,
      expected: refused ? { error: "input", field: refused } : { fields: sentFields(written, signingSecret) },
    };
  });
}

/** Reads the request as the API reads JSON, which turns numbers and switches into text. */
function sentFields(written: Readonly<Record<string, unknown>>, signingSecret: string | null): Record<string, string> {
  const { request_signature: _signature, ...present } = Object.fromEntries(
    Object.entries(written).filter(([, value]) => value !== null),
  );
  const texts = parseJsonObject(JSON.stringify(present)) as Record<string, string>;
  const total = parseMinor(texts.total ?? "");
  if (total === null) throw new Error("The total of a vector is wrong.");
  const fields = { ...texts, total: formatMinor(total) };
  if (signingSecret === null) return fields;
  const signed = { ...fields, request_timestamp: String(nowSeconds) };
  return { ...signed, request_signature: requestSignatureOf(signed, signingSecret) };
}
