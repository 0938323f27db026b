import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { requestSignatureOf } from "@/lib/checkout/request/request-signature";
import { checkoutToken } from "@/lib/checkout/session/session-token";
import { db } from "@/lib/db/client";
import { merchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { rotateSecrets, switchSecrets } from "@/lib/hash-keys/rotate-secrets";
import { listenerHeaders } from "@/lib/http/message/headers";
import { hour, now } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { writeRequests } from "@/lib/request-log/request-log";
import { minimalFields } from "@/tests/support/http/payments";
import { callerOf } from "@/tests/support/http/withdrawals";
import { cards, openSession, openShop, pay } from "@/tests/support/in-process/checkout";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { paymentRequest } from "./payment-request";

type Fields = Record<string, string>;
type Answer = {
  status: number;
  body: { message: string; transaction_id: string; errors?: Record<string, string[]> };
  policy: string | null;
};

const clock = movingClock();
let accountNumber: string;
let secret: string;
beforeEach(async () => {
  ({ accountNumber } = await openShop());
  ({ signingSecret: secret } = await merchantSecrets(accountNumber, "sandbox"));
});
afterEach(async () => {
  // Writes all buffered log rows now, because the next test file uses another database.
  await writeRequests();
});

const setRequired = (signedSandbox: boolean, signedLive = false) =>
  db().merchantSettings.update({ where: { accountNumber }, data: { signedSandbox, signedLive } });

const fieldsOf = (overrides: Fields = {}): Fields => ({
  ...(minimalFields(accountNumber) as Fields),
  origin: "signed",
  request_timestamp: String(now().getTime() / 1000),
  ...overrides,
});

const signed = (fields: Fields, signingSecret = secret): Fields => ({
  ...fields,
  request_signature: requestSignatureOf(fields, signingSecret),
});

async function sendBody(body: BodyInit, headers: Record<string, string> = {}): Promise<Answer> {
  const request = new Request("http://localhost/plugins/payments/request", {
    method: "POST",
    headers: { [listenerHeaders.clientAddress]: "203.0.113.9", ...headers },
    body,
  });
  const response = await paymentRequest.handle(request, { params: Promise.resolve({}) });
  return { status: response.status, body: await response.json(), policy: response.headers.get("ratelimit-policy") };
}

const sendJson = (text: string, headers: Record<string, string> = {}) =>
  sendBody(text, { "content-type": "application/json", ...headers });
const send = (fields: Fields, headers?: Record<string, string>) => sendJson(JSON.stringify(fields), headers);

const sessions = () => db().checkoutSession.count({ where: { accountNumber, origin: "signed" } });

const refused = (field: string, message: string) => ({
  status: 400,
  body: { message, errors: { [field]: [message] } },
});
const required = refused("request_signature", "The request signature field is required.");
const mismatch = refused("request_signature", "The request signature does not match the request.");
const stale = refused("request_timestamp", "The request timestamp must be within 60 minutes of our time.");

describe("an account that requires signatures", () => {
  beforeEach(() => setRequired(true));

  it("gets no session without a signature, and one with it, as JSON, form and multipart", async () => {
    const { request_timestamp: _, ...unsigned } = fieldsOf();
    expect(await send(unsigned)).toMatchObject(required);
    expect(await send({ ...unsigned, request_signature: " ", request_timestamp: "" })).toMatchObject(required);
    expect(await sessions()).toBe(0);
    const orderOf = () => signed(fieldsOf({ name: "Zoë & Ana", data: "a+b ~*-._", addr2: "" }));
    const multipart = new FormData();
    for (const [name, value] of Object.entries(orderOf())) multipart.append(name, value);
    for (const body of [new URLSearchParams(orderOf()), multipart]) expect((await sendBody(body)).status).toBe(200);
    expect((await send(orderOf())).status).toBe(200);
    expect(await sessions()).toBe(3);
  });

  it("has the requirement in one environment only", async () => {
    const { request_timestamp: _, ...live } = fieldsOf({ environment: "live" });
    expect((await send(live)).body.message).toBe("Live payments are not enabled for this account.");
    await setRequired(false, true);
    expect(await send(live)).toMatchObject(required);
    expect((await send({ ...live, environment: "sandbox" })).status).toBe(200);
  });

  it("refuses every signed request of which a field was changed, added or removed", async () => {
    const fields = signed(fieldsOf({ data: "cart 7", fname: "Ada" }));
    const free = ["data", "fname", "total", "fee_structure", "order_id", "origin", "response_url", "email", "lname"];
    const change = fc.record({ name: fc.constantFrom(...free), value: fc.stringMatching(/^[a-z0-9]{1,9}$/) });
    await fc.assert(
      fc.asyncProperty(change, fc.boolean(), async ({ name, value }, isRemoved) => {
        fc.pre(fields[name] !== value);
        const { [name]: before, ...rest } = fields;
        fc.pre(!isRemoved || before !== undefined);
        const { status } = await send(isRemoved ? rest : { ...rest, [name]: value });
        expect(status).toBe(400);
      }),
      { numRuns: 40 },
    );
    for (const changed of [
      { ...fields, total: "1.00" },
      { ...fields, fee_structure: "merchant_absorb" },
      { ...fields, order_id: "other" },
      { ...fields, anything: "" },
      { ...fields, data: `${fields.data} ` },
      { ...fields, request_timestamp: String(Number(fields.request_timestamp) + 1) },
      { ...fields, request_signature: "0".repeat(64) },
    ]) {
      expect(await send(changed)).toMatchObject(mismatch);
    }
    expect(await sessions()).toBe(0);
    expect((await send(fields)).status).toBe(200);
  });

  it("refuses the signature of another account, of the other environment, and of an unknown account", async () => {
    const other = await openShop();
    const { signingSecret: foreign } = await merchantSecrets(other.accountNumber, "sandbox");
    const { signingSecret: live } = await merchantSecrets(accountNumber, "live");
    for (const wrong of [foreign, live, ""]) expect(await send(signed(fieldsOf(), wrong))).toMatchObject(mismatch);
    const unknown = await send(signed(fieldsOf({ account_number: "9999999999" })));
    expect(unknown.body.message).toBe("The selected account number is invalid.");
    expect(await sessions()).toBe(0);
  });

  it("reveals nothing about an order to unsigned requests, and does not block the order", async () => {
    const order = newUlid();
    const shop = await openShop({ refusesPaidOrders: true });
    ({ accountNumber } = shop);
    ({ signingSecret: secret } = await merchantSecrets(accountNumber, "sandbox"));
    await setRequired(true);
    await pay(await openSession(shop, { orderId: order }), cards.approved);
    const { request_timestamp: _, ...unsigned } = fieldsOf({ order_id: order, origin: "tests" });
    expect(await send(unsigned)).toMatchObject(required);
    const again = fieldsOf({ order_id: order, origin: "tests" });
    expect((await send(signed(again))).body.message).toBe("This order has already been paid.");
    const free = fieldsOf();
    expect((await send({ ...free, request_signature: "0".repeat(64) })).status).toBe(400);
    expect((await send(signed(free))).status).toBe(200);
  });
});

describe("the same signed request", () => {
  it("gets the first answer and opens no second session, from any address, in any encoding, with any key", async () => {
    const fields = signed(fieldsOf());
    const first = await send(fields, { "idempotency-key": newUlid() });
    expect(first.body).toMatchObject({ message: "OK", url: expect.stringContaining("/checkout/") });
    const again = [
      await send(fields),
      await send(fields, { [listenerHeaders.clientAddress]: "203.0.113.10" }),
      await send(fields, { "idempotency-key": newUlid() }),
      await sendBody(new URLSearchParams(fields)),
    ];
    for (const { status, body } of again) expect([status, body]).toEqual([200, first.body]);
    expect(await sessions()).toBe(1);
    expect(await db().webhookEvent.count({ where: { accountNumber, type: "payment.created" } })).toBe(1);
  });

  it("opens one session if ten of them arrive at once, and all get its answer", async () => {
    const fields = signed(fieldsOf());
    const key = (turn: number) => (turn % 3 === 0 ? { "idempotency-key": newUlid() } : undefined);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, turn) => send(fields, key(turn))));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect([answers[0]?.status, await sessions()]).toEqual([200, 1]);
  });

  it("gets the first answer after its order was paid, while a new signature for that order is refused", async () => {
    const shop = await openShop({ refusesPaidOrders: true });
    ({ accountNumber } = shop);
    ({ signingSecret: secret } = await merchantSecrets(accountNumber, "sandbox"));
    const fields = fieldsOf();
    const first = await send(signed(fields));
    const transactionId = String(first.body.transaction_id);
    const { id, orderId } = await db().checkoutSession.findUniqueOrThrow({ where: { transactionId } });
    await pay({ id, token: checkoutToken(id), transactionId, orderId }, cards.approved);
    expect((await send(signed(fields))).body).toEqual(first.body);
    const later = signed({ ...fields, request_timestamp: String(Number(fields.request_timestamp) + 1) });
    expect((await send(later)).body.message).toBe("This order has already been paid.");
  });

  it("opens a session with another timestamp, and after a refusal", async () => {
    const fields = fieldsOf();
    const next = { ...fields, request_timestamp: String(Number(fields.request_timestamp) + 1) };
    const ids = [await send(signed(fields)), await send(signed(next))].map(({ body }) => body.transaction_id);
    expect(new Set(ids).size).toBe(2);
    const refused = signed(fieldsOf({ currency: "USD" }));
    const change = (currencies: "TTD"[]) =>
      db().merchantSettings.update({ where: { accountNumber }, data: { currencies } });
    await change(["TTD"]);
    expect((await send(refused)).status).toBe(400);
    await change([]);
    expect((await send(refused)).status).toBe(200);
  });
});

describe("the timestamp", () => {
  it.each([-1, 1])("may be exactly 60 minutes away, and no millisecond more (%i)", async (direction) => {
    const at = now().getTime() / 1000;
    const fields = signed(fieldsOf({ request_timestamp: String(at + direction * 3600) }));
    expect((await send(fields)).status).toBe(200);
    clock.pass(-direction);
    expect(await send(fields)).toMatchObject(stale);
  });

  it("and the signature require each other, and have formats of their own", async () => {
    const { request_timestamp, ...rest } = fieldsOf();
    expect(await send({ ...rest, request_timestamp: request_timestamp ?? "" })).toMatchObject(
      refused("request_signature", "The request signature field is required when request_timestamp is present."),
    );
    expect(await send(signed(rest))).toMatchObject(
      refused("request_timestamp", "The request timestamp field is required when request_signature is present."),
    );
    expect(await send(signed(fieldsOf({ request_timestamp: `${request_timestamp}000` })))).toMatchObject(
      refused("request_timestamp", "The request timestamp must be a time in Unix seconds, such as 1794956400."),
    );
    const upper = signed(fieldsOf());
    expect(await send({ ...upper, request_signature: upper.request_signature?.toUpperCase() ?? "" })).toMatchObject(
      refused("request_signature", "The request signature must be 64 hex digits in lower case."),
    );
  });
});

describe("a signature that is not required", () => {
  it("is checked, so that a shop can try it before it requires it", async () => {
    expect(await send({ ...fieldsOf(), request_signature: "0".repeat(64) })).toMatchObject(mismatch);
    expect((await send(signed(fieldsOf()))).status).toBe(200);
  });

  it("raises the rate limit like an API key", async () => {
    const { request_timestamp: _, ...unsigned } = fieldsOf();
    const [plain, proven] = [await send(unsigned), await send(signed(fieldsOf()))].map(({ policy }) =>
      Number(/q=(\d+)/.exec(policy ?? "")?.[1]),
    );
    expect((proven ?? 0) / (plain ?? 1)).toBe(5);
  });
});

describe("the signed text", () => {
  it("is the text as sent: numbers as written, null as nothing, `data` as compact JSON", async () => {
    const fields = fieldsOf({ total: "10.50", avs: "false", addr2: "", data: '{"cart":[1.0,"é"]}' });
    const json = JSON.stringify({ ...signed(fields) })
      .replace('"total":"10.50"', '"total": 10.50')
      .replace('"avs":"false"', '"avs": false')
      .replace('"addr2":""', '"addr2": null')
      .replace(/"data":"[^é]*é[^}]*\}"/, '"data": { "cart": [ 1.0, "é" ] }');
    expect(json).toContain('"data": {');
    expect((await sendJson(json)).status).toBe(200);
    expect(await sendJson(json.replace("10.50", "10.5"))).toMatchObject(mismatch);
  });

  it("has no objects or lists other than `data`", async () => {
    const fields = signed(fieldsOf());
    expect(await sendJson(JSON.stringify({ ...fields, meta: { a: "1" } }))).toMatchObject(
      refused("request_signature", "The request signature requires that every field is text."),
    );
  });

  it("counts a repeated form field once", async () => {
    const fields = signed(fieldsOf());
    const body = new URLSearchParams(fields);
    expect((await sendBody(new URLSearchParams(`${body}&total=10.00`))).status).toBe(200);
    const { body: answer } = await sendBody(new URLSearchParams(`${body}&total=11.00`));
    expect(answer.message).toBe("The total field is given more than once.");
  });
});

describe("while secrets rotate", () => {
  const owner = () => ({ accountNumber, environment: "sandbox" as const });
  const answerTo = async (signingSecret: string) => (await send(signed(fieldsOf(), signingSecret))).status;

  it("the old and the new secret sign during the overlap, and only the new one afterwards", async () => {
    const { data } = await rotateSecrets(callerOf(accountNumber), owner(), 7200);
    const next = data.next_signing_secret;
    clock.pass(2 * hour - 1000);
    expect([await answerTo(secret), await answerTo(next)]).toEqual([200, 200]);
    clock.pass(1000);
    expect([await answerTo(secret), await answerTo(next)]).toEqual([400, 200]);
  });

  it("switching to the new secret ends the old one at once", async () => {
    const { data } = await rotateSecrets(callerOf(accountNumber), owner(), 7200);
    await switchSecrets(callerOf(accountNumber), owner());
    expect([await answerTo(secret), await answerTo(data.next_signing_secret)]).toEqual([400, 200]);
  });
});

it("a request without the required signature does not occupy an idempotency key", async () => {
  await setRequired(true);
  const key = { "idempotency-key": newUlid() };
  const { request_timestamp: _, ...unsigned } = fieldsOf();
  expect((await send(unsigned, key)).status).toBe(400);
  expect((await send(signed(fieldsOf(), "stranger"), key)).status).toBe(400);
  expect((await send(signed(fieldsOf()), key)).status).toBe(200);
});

it("a retry with its idempotency key gets the first answer, also when its timestamp is too old", async () => {
  await setRequired(true);
  const fields = signed(fieldsOf());
  const key = { "idempotency-key": newUlid() };
  const first = await send(fields, key);
  clock.pass(2 * hour);
  expect((await send(fields, key)).body).toEqual(first.body);
  expect(await send(fields)).toMatchObject(stale);
});
