import { beforeAll, describe, expect, inject, it } from "vitest";
import { newUlid } from "@/lib/kit/ids";
import { sandbox } from "@/lib/reference/sandbox";
import { grant, type Merchant, newKey, newMerchant } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";
import { openCheckout } from "@/tests/support/http/payments";
import { plainSvg, sendPicture, twoHalves } from "@/tests/support/http/pictures";
import { insertPicture } from "./store";

const { roomy, strict } = inject("product");
const png = await twoHalves().png().toBuffer();

const addressOf = async ({ token }: { token: string }): Promise<string | null> =>
  (await call(roomy, "GET", "/api/user/", { token })).body.data.profile_picture;
const remove = (credential: { token?: string; key?: string }) => call(roomy, "DELETE", "/api/user/picture", credential);
const patchByPost = { _method: "PATCH" };

const created = [201, { message: "Created" }];
const done = [200, { message: "OK" }];
const exists = [409, { message: "A profile picture already exists." }];
const missing = [400, { message: "No profile picture exists." }];

/** Gives the merchant a picture without a decoder. */
async function ownerOfPicture(): Promise<Merchant> {
  const merchant = await newMerchant();
  await insertPicture(merchant.accountNumber, { id: newUlid(), png, createdAt: new Date() });
  return merchant;
}

const fieldsOf = {
  POST: {},
  "POST with a blank _method": { _method: " " },
  "POST with _method": patchByPost,
  PATCH: {},
  "PATCH with a _method": { _method: "DELETE" },
};
type Operation = keyof typeof fieldsOf | "DELETE";

async function act(operation: Operation, merchant: Merchant, file: Uint8Array | string | null, origin = roomy) {
  const { status, body } =
    operation === "DELETE"
      ? await remove(merchant)
      : await sendPicture(operation.startsWith("POST") ? "POST" : "PATCH", file, {
          ...merchant,
          origin,
          fields: fieldsOf[operation],
        });
  return [status, body];
}

it("every operation gives the documented answer, without a picture and with one, and only a POST heeds _method", async () => {
  const merchant = await newMerchant();
  let before: string | null = null;
  for (const [operation, answer, then] of [
    ["PATCH", missing, "none"],
    ["POST with _method", missing, "none"],
    ["DELETE", missing, "none"],
    ["POST with a blank _method", created, "another"],
    ["POST", exists, "kept"],
    ["PATCH with a _method", done, "another"],
    ["POST with _method", done, "another"],
    ["DELETE", done, "none"],
  ] as const) {
    expect([operation, await act(operation, merchant, before ? plainSvg : png)]).toEqual([operation, answer]);
    const after = await addressOf(merchant);
    expect([operation, after === null ? "none" : after === before ? "kept" : "another"]).toEqual([operation, then]);
    if (before) expect((await fetch(before)).status).toBe(then === "kept" ? 200 : 404);
    if (after) expect(after).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pictures\/[0-9A-Z]{26}$/);
    before = after;
  }
});

describe("the existence of a picture", () => {
  it("is checked before a missing, an empty and a bad file", async () => {
    const [without, owner] = [await newMerchant(), await ownerOfPicture()];
    for (const file of [null, "", "%PDF-1.7"]) {
      expect(await act("PATCH", without, file)).toEqual(missing);
      expect(await act("POST with _method", without, file)).toEqual(missing);
      expect(await act("POST", owner, file)).toEqual(exists);
    }
  });

  it("is changed once by concurrent requests", async () => {
    const merchant = await newMerchant();
    const count = inject("isDeep") ? 5 : 3;
    const statusesOf = async (work: () => Promise<{ status: number }>) =>
      (await Promise.all(Array.from({ length: count }, work))).map(({ status }) => status).sort();
    const others = (status: number) => Array<number>(count - 1).fill(status);
    expect(await statusesOf(() => sendPicture("POST", png, merchant))).toEqual([201, ...others(409)]);
    expect(await statusesOf(() => remove(merchant))).toEqual([200, ...others(400)]);
  });

  it("ends when the picture is removed while a new one is drawn", async () => {
    const merchant = await ownerOfPicture();
    const [patched, removed] = await Promise.all([act("PATCH", merchant, png), act("DELETE", merchant, null)]);
    expect(removed).toEqual(done);
    expect([done, missing]).toContainEqual(patched);
    expect(await addressOf(merchant)).toBeNull();
  });
});

describe("a picture request", () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await newMerchant();
  });

  const required = "The picture field is required.";
  it.each<[string, Parameters<typeof call>[3], number, string]>([
    ["JSON", { json: {} }, 400, required],
    ["JSON with text as the picture", { json: { picture: "abc" } }, 400, "The picture must be a file."],
    ["a plain form", { form: { a: "1" } }, 400, required],
    ["an empty body", {}, 400, required],
    [
      "a large JSON body",
      { json: { a: "x".repeat(64 * 1024) } },
      413,
      "The request body may not be greater than 64 KB.",
    ],
    ["XML", { raw: "<a/>", headers: { "content-type": "text/xml" } }, 415, "The content type must be"],
    [
      "a broken form",
      { raw: "--x", headers: { "content-type": "multipart/form-data; boundary=x" } },
      400,
      "The request body",
    ],
  ])("with %s is refused", async (_case, options, status, message) => {
    const reply = await call(roomy, "POST", "/api/user/picture", { token: merchant.token, ...options });
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringContaining(message)]);
  });

  it.each([["PUT"], ["DELETE"], ["patch"], ["POST"]])(
    "with the _method %s is refused before any other check",
    async (method) => {
      const token = (await grant(merchant, ["svc-user-retrieve"])).body.access_token;
      for (const sender of [merchant.token, token]) {
        const { status, body } = await sendPicture("POST", png, { token: sender, fields: { _method: method } });
        const message = "The _method must be PATCH.";
        expect([status, body]).toEqual([400, { message, errors: { _method: [message] } }]);
      }
      expect(await addressOf(merchant)).toBeNull();
    },
  );

  it("with a _method needs the scope of that method", async () => {
    const owner = await ownerOfPicture();
    const forbidden = [403, "Invalid scope(s) provided."];
    for (const [scope, posting, patching] of [
      ["svc-user-create", [409, exists[1]], forbidden],
      ["svc-user-update", forbidden, [200, "OK"]],
      ["svc-user-delete", forbidden, forbidden],
    ] as const) {
      const token = (await grant(owner, [scope])).body.access_token;
      const post = await sendPicture("POST", png, { token });
      const patch = await sendPicture("POST", png, { token, fields: patchByPost });
      expect([post.status, patch.status]).toEqual([posting[0], patching[0]]);
      expect(patch.body.message).toBe(patching[1]);
    }
  });
});

describe("pictures", () => {
  it("can be changed with a live key or a sandbox account's key, but not with a test key of a live account", async () => {
    const merchant = await newMerchant();
    const test = await newKey(merchant, ["svc-user-all"]);
    expect(await sendPicture("POST", png, test)).toMatchObject({
      status: 403,
      body: { message: "A test key cannot change the account." },
    });
    const live = await newKey(merchant, ["svc-user-all"], { environment: "live" });
    expect((await sendPicture("POST", png, live)).status).toBe(201);
    await insertPicture(sandbox.merchant.accountNumber, { id: newUlid(), png, createdAt: new Date() });
    expect((await remove({ key: sandbox.apiKey })).status).toBe(200);
  });

  it("are deleted with their account", async () => {
    const owner = await ownerOfPicture();
    const address = (await addressOf(owner)) ?? "";
    expect((await fetch(address, { method: "HEAD" })).status).toBe(200);
    await call(roomy, "DELETE", `/api/accounts/${owner.accountNumber}`, { token: owner.token });
    expect((await fetch(address)).status).toBe(404);
  });

  it("are shown on the checkout page beside the merchant's name", async () => {
    const [without, owner] = [await newMerchant(), await ownerOfPicture()];
    const shownPath = async ({ accountNumber }: Merchant) =>
      /<img[^>]* src="(\/pictures\/[^"]+)"/.exec(
        (await call(roomy, "GET", `/checkout/${(await openCheckout(accountNumber)).token}`)).text,
      )?.[1];
    expect(await shownPath(without)).toBeUndefined();
    expect(`${roomy}${await shownPath(owner)}`).toBe(await addressOf(owner));
  });

  it.each(["x", "0".repeat(26), "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "%00"])("do not exist at %s", async (id) => {
    expect(await call(roomy, "GET", `/pictures/${id}`)).toMatchObject({ status: 404, body: { message: "Not Found" } });
  });

  it("can only be read at their URL", async () => {
    const { status, headers } = await call(roomy, "POST", "/pictures/x");
    expect([status, headers.allow]).toEqual([405, "GET, HEAD"]);
  });

  it.each<[string, Operation, Operation]>([
    ["POST", "POST", "POST with _method"],
    ["PATCH", "PATCH", "POST with _method"],
  ])(
    "are limited to five %s requests a minute, counted together with POST and _method",
    async (_method, one, other) => {
      const merchant = await newMerchant();
      const statuses = [];
      for (let count = 0; count < 6; count++) {
        const isOdd = count % 2 === 1;
        const [status] = await act(isOdd ? other : one, merchant, null, strict[isOdd ? 1 : 0]);
        statuses.push(status);
      }
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    },
  );
});
