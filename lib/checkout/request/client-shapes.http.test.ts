import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { call, freshAddress } from "@/tests/support/http/client";
import {
  act,
  asBrowser,
  minimalFields,
  newShop,
  openCheckout,
  pay,
  requestPath,
  rowOf,
  type Shop,
  send,
  tokenOf,
  uniqueOrder,
} from "@/tests/support/http/payments";
import { canRun } from "@/tests/support/http/programs";

/** Requests as existing clients send them. Each request must work without a change to the client. */
const { roomy, publicUrl } = inject("product");
const execute = promisify(execFile);
let shop: Shop;
beforeAll(async () => {
  shop = await newShop();
});

const fieldsOf = (overrides: Record<string, string> = {}) =>
  minimalFields(shop.accountNumber, overrides) as Record<string, string>;

const opened = { message: "OK", url: expect.stringContaining(`${publicUrl}/checkout/`) };

describe("a client that sends a form", () => {
  /** PHP shops send this request with `curl_setopt($curl, CURLOPT_POSTFIELDS, $array)`. */
  it.skipIf(!canRun("curl"))(
    "PHP's curl with an array sends multipart/form-data, and a retry is the same request",
    async () => {
      const fields = fieldsOf({ data: '{"cart":1}', fname: "José" });
      const parts = Object.entries(fields).flatMap(([name, value]) => ["--form-string", `${name}=${value}`]);
      const key = ["-H", `Idempotency-Key: ${uniqueOrder()}`, "-H", `X-Forwarded-For: ${freshAddress()}`];
      const sendParts = async () =>
        JSON.parse((await execute("curl", ["-sS", ...key, ...parts, `${roomy}${requestPath}`])).stdout);
      const first = await sendParts();
      expect(first).toMatchObject(opened);
      expect(await rowOf(first.transaction_id)).toMatchObject({ data: '{"cart":1}', firstName: "José" });
      // The retry has the same fields but another multipart boundary. It must still count as the same request.
      expect(await sendParts()).toEqual(first);
    },
  );

  it("a multipart retry that adds a conflicting value is another request", async () => {
    const key = uniqueOrder();
    const as = freshAddress();
    const sendForm = async (form: FormData) => {
      const response = new Response(form);
      const headers = { "content-type": response.headers.get("content-type") ?? "", "idempotency-key": key };
      return call(roomy, "POST", requestPath, { raw: new Uint8Array(await response.arrayBuffer()), headers, as });
    };
    const form = new FormData();
    for (const [name, value] of Object.entries(fieldsOf())) form.append(name, value);
    expect((await sendForm(form)).status).toBe(200);
    expect((await sendForm(form)).headers["idempotency-replayed"]).toBe("true");
    form.append("total", "20.00");
    expect((await sendForm(form)).status).toBe(422);
  });

  it("PHP's http_build_query sends a form with Accept */* and gets JSON", async () => {
    const { status, body } = await call(roomy, "POST", requestPath, {
      form: fieldsOf(),
      headers: { accept: "*/*", "user-agent": "PHP" },
    });
    expect([status, body]).toEqual([200, expect.objectContaining(opened)]);
  });

  it.skipIf(!canRun("python3"))("Python's urllib sends a form and gets JSON", async () => {
    const program = `import json, sys, urllib.parse, urllib.request
data = urllib.parse.urlencode(json.loads(sys.argv[2])).encode()
print(urllib.request.urlopen(sys.argv[1], data).read().decode())`;
    const { stdout } = await execute("python3", ["-c", program, roomy + requestPath, JSON.stringify(fieldsOf())]);
    expect(JSON.parse(stdout)).toMatchObject(opened);
  });

  it.each([
    ["a form", {}],
    ["JSON", { "content-type": "application/json" }],
  ])("Java's HttpURLConnection asks for text/html by default and gets JSON for %s", async (_what, headers) => {
    const accept = "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2";
    for (const total of ["10.00", "0.01"]) {
      const fields = fieldsOf({ total });
      const raw = "content-type" in headers ? JSON.stringify(fields) : new URLSearchParams(fields).toString();
      const type = "application/x-www-form-urlencoded";
      const reply = await call(roomy, "POST", requestPath, {
        raw,
        headers: { "content-type": type, accept, ...headers },
      });
      expect([reply.status, reply.headers["content-type"]]).toEqual([
        total === "10.00" ? 200 : 400,
        "application/json",
      ]);
      expect(reply.body).toHaveProperty("transaction_id");
    }
  });

  it("a browser form that repeats hidden fields with the same values goes to the hosted page", async () => {
    const fields = new URLSearchParams(fieldsOf());
    fields.append("total", "10.00");
    fields.append("account_number", shop.accountNumber);
    const { status, headers } = await postRaw(fields);
    expect([status, headers.location]).toEqual([303, expect.stringContaining("/checkout/")]);
  });

  it("a browser form that repeats a field with another value goes back to the shop with the reason", async () => {
    const fields = new URLSearchParams(fieldsOf({ order_id: "order-9", data: "kept" }));
    fields.append("total", "20.00");
    const { status, headers } = await postRaw(fields);
    expect(status).toBe(303);
    const back = new URL(headers.location ?? "");
    expect(back.origin + back.pathname).toBe("https://shop.example/return");
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      status: "error",
      reasonDescription: "The total field is given more than once.",
      order_id: "order-9",
      data: "kept",
    });
  });

  it.each(["response_url", "account_number"])("a form with two values for %s gets no return address", async (field) => {
    const fields = new URLSearchParams(fieldsOf());
    fields.append(field, field === "response_url" ? "https://other.example/" : "1234567890");
    const { status, body } = await postRaw(fields, { accept: "application/json" });
    expect([status, body.url, body.transaction_id]).toEqual([400, "", ""]);
    expect((await postRaw(fields)).status).toBe(400);
  });

  it.each(["order_id", "data"])("a form with two values for %s gets neither of them back", async (field) => {
    const fields = new URLSearchParams(fieldsOf({ order_id: "order-9", data: "kept" }));
    fields.append(field, "other");
    const { body } = await postRaw(fields, { accept: "application/json" });
    expect(new URL(body.url).searchParams.has(field)).toBe(false);
  });
});

const postRaw = (fields: URLSearchParams, headers: Record<string, string> = asBrowser) =>
  call(roomy, "POST", requestPath, {
    raw: fields.toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    as: freshAddress(),
  });

describe("a script on a page of another origin", () => {
  const origin = "https://shop.example";
  const lists = ["currencies", "environments", "fee_structures", "states?country_code=TT"];

  it.each([requestPath, `${requestPath}/`])("a cross-origin script may send OPTIONS %s", async (path) => {
    const { status, headers, text } = await call(roomy, "OPTIONS", path, {
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type" },
    });
    expect([status, text]).toEqual([204, ""]);
    expect(headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "content-type, accept, idempotency-key, authorization, x-requested-with",
    });
    expect(headers).not.toHaveProperty("access-control-allow-credentials");
  });

  it.each(lists)("a cross-origin script may read the list of %s", async (list) => {
    const path = `/plugins/get/${list}`;
    const preflight = await call(roomy, "OPTIONS", path, { headers: { origin } });
    expect([preflight.status, preflight.headers["access-control-allow-methods"]]).toEqual([204, "GET"]);
    const { status, headers } = await call(roomy, "GET", path, { headers: { origin } });
    expect([status, headers["access-control-allow-origin"]]).toEqual([200, "*"]);
  });

  it.each<[string, number, { json?: unknown; raw?: string; headers?: Record<string, string> }]>([
    ["an answer", 200, { json: "good" }],
    ["a refused field", 400, { json: { total: "1" } }],
    ["broken JSON", 400, { raw: "{", headers: { "content-type": "application/json" } }],
    ["another type", 415, { raw: "x", headers: { "content-type": "text/plain" } }],
    ["a body too large", 413, { json: { data: "x".repeat(70_000) } }],
  ])("a cross-origin script may read %s", async (_what, expected, { headers: more, ...body }) => {
    const given = body.json === "good" ? { json: fieldsOf() } : body;
    const { status, headers } = await call(roomy, "POST", requestPath, { ...given, headers: { origin, ...more } });
    expect([status, headers["access-control-allow-origin"]]).toEqual([expected, "*"]);
  });

  it("a cross-origin script may read 405 and 404 answers", async () => {
    for (const [path, status] of [
      [requestPath, 405],
      ["/plugins/get/currencies", 405],
      ["/plugins/nothing", 404],
    ] as const) {
      const reply = await call(roomy, "DELETE", path, { headers: { origin } });
      expect([reply.status, reply.headers["access-control-allow-origin"]]).toEqual([status, "*"]);
    }
  });

  it("a cross-origin script may not read the merchant's API", async () => {
    for (const path of ["/api/user", "/api/withdrawals/meta", "/api/openapi.json"]) {
      const { headers } = await call(roomy, "GET", path, { headers: { origin } });
      expect(headers).not.toHaveProperty("access-control-allow-origin");
    }
    expect((await call(roomy, "OPTIONS", "/api/user", { headers: { origin } })).status).toBe(405);
  });
});

describe("a shop's return address", () => {
  it.each([
    [
      "a query",
      "https://shop.example/return?cart=7&signature=abc%2B1&x=%20",
      "?cart=7&signature=abc%2B1&x=%20&status=",
    ],
    ["a fragment", "https://shop.example/app#/done", "?status="],
    ["a query and a fragment", "https://shop.example/app?a=1#/done?b=2", "?a=1&status="],
    ["text of another alphabet", "https://bücher.example/возврат?ü=1", "?ü=1&status="],
  ])(
    "a return address with %s keeps its form and gets our parameters appended",
    async (_what, response_url, begins) => {
      const { token } = await openCheckout(shop.accountNumber, { response_url });
      const { body } = await pay(token, "4111111111111111");
      const redirect = body.result?.redirect ?? "";
      const [path = "", fragment] = response_url.split("#");
      expect(redirect.startsWith(`${path.split("?")[0]}${begins}`)).toBe(true);
      expect(new URL(redirect).hash).toBe(fragment === undefined ? "" : `#${fragment}`);
      expect(new URL(redirect).searchParams.get("status")).toBe("success");
    },
  );
});

describe("a client that sends JSON", () => {
  it("a JSON client may send its account number as an integer and data as an object", async () => {
    const fields = { ...fieldsOf(), account_number: Number(shop.accountNumber), data: { cart: [1, 2] } };
    const { status, body } = await send(fields);
    expect(status).toBe(200);
    expect((await rowOf(body.transaction_id)).data).toBe('{"cart":[1,2]}');
  });
});

describe("a reader of data", () => {
  const sent = { cart: 7, note: "a+b & ü" };
  const dataOf = async ({ accountNumber }: Shop): Promise<string> => {
    const { body } = await send(minimalFields(accountNumber, { data: JSON.stringify(sent) }));
    const { body: paid } = await pay(tokenOf(body.url), "4111111111111111");
    return new URL(paid.result?.redirect ?? "").searchParams.get("data") ?? "";
  };

  it("a shop that decodes data once gets what it sent", async () => {
    expect(JSON.parse(await dataOf(shop))).toEqual(sent);
  });

  it("a shop that decodes data twice gets what it sent, also in errors, if the setting is on", async () => {
    const twice = await newShop({ encodesData: true });
    expect(JSON.parse(JSON.parse(await dataOf(twice)))).toEqual(sent);
    const fields = minimalFields(twice.accountNumber, { data: JSON.stringify(sent), total: "0.01" });
    const back = new URL((await send(fields)).body.url);
    expect(JSON.parse(JSON.parse(back.searchParams.get("data") ?? ""))).toEqual(sent);
  });
});

describe("an error return", () => {
  const backFrom = async (overrides: Record<string, unknown>) =>
    Object.fromEntries(new URL((await send({ ...fieldsOf(), total: "0.01", ...overrides })).body.url).searchParams);

  it("an error return carries order id and data if they are well formed, and neither hash nor tw_signature", async () => {
    expect(await backFrom({ order_id: "order-9", data: { a: 1 } })).toEqual({
      cart: "7",
      status: "error",
      message: "The total must be between 5.00 and 20400.00 TTD.",
      reasonDescription: "The total must be between 5.00 and 20400.00 TTD.",
      order_id: "order-9",
      data: '{"a":1}',
    });
    expect(await backFrom({ order_id: "-9", data: "x".repeat(4097) })).not.toHaveProperty("order_id");
    expect(await backFrom({ order_id: "-9", data: "x".repeat(4097) })).not.toHaveProperty("data");
  });

  it("an error return leaves out data if the address would exceed 7,500 bytes", async () => {
    const { data, order_id } = await backFrom({ order_id: "order-9", data: "é".repeat(4000) });
    expect([data, order_id]).toEqual([undefined, "order-9"]);
  });

  it.each([
    [{ fname: "Ada", lname: "King Lovelace" }, "Ada King Lovelace"],
    [{ fname: " Ada ", name: "Someone Else" }, "Ada"],
    [{ name: "Ada King Lovelace" }, "Ada King Lovelace"],
    [{ lname: "Lovelace" }, "Lovelace"],
    [{ fname: "é".repeat(30), lname: "a".repeat(30) }, `${"é".repeat(30)} ${"a".repeat(30)}`],
    [{}, ""],
    [{ fname: "a".repeat(31), lname: "Lovelace" }, "Lovelace"],
    [{ name: "4111 1111 1111 1111" }, ""],
    [{ fname: "Ada", lname: "4111-1111-1111-1111" }, "Ada"],
    [{ fname: "4111 1111 1111", lname: "1111" }, ""],
    [{ fname: ["Ada"], name: { a: 1 } }, ""],
  ])(
    "an error return of %j carries customer_name %j if the setting is on, and none if it is off",
    async (names, shown) => {
      const named = await newShop({ sendsCustomerName: true });
      const back = await backFrom({ ...names, account_number: named.accountNumber });
      expect(back).toMatchObject({ status: "error", customer_name: shown });
      expect(await backFrom(names)).not.toHaveProperty("customer_name");
    },
  );

  it("an error return never contains a value that was refused as card data", async () => {
    for (const overrides of [{ order_id: "4111111111111111" }, { data: "card 4111111111111111" }]) {
      expect(JSON.stringify(await backFrom(overrides))).not.toContain("411111");
    }
  });
});

it("a session left after a decline returns the bank's answer, and its record says that the customer left", async () => {
  const { token, transactionId } = await openCheckout(shop.accountNumber);
  await pay(token, "4000000000009995");
  const { body } = await act(token, "leave");
  expect(new URL(body.result?.redirect ?? "").searchParams.get("message")).toBe("[2-R51]: Insufficient funds.");
  expect(await rowOf(transactionId)).toMatchObject({ code: "51", ending: "left" });
});
