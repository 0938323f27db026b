import { beforeAll, describe, expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import { sandbox } from "@/lib/reference/sandbox";
import { type Merchant, newKey, newMerchant } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";
import { act, checkedIn, signIn } from "@/tests/support/http/dashboard";

const { roomy } = inject("product");
const path = "/api/user/compatibility";
const off = { encodes_data: false, sends_customer_name: false };

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
});

const read = async () => (await call(roomy, "GET", path, { token: merchant.token })).body;
const change = (json: object) => call(roomy, "PATCH", path, { token: merchant.token, json });

describe("the compatibility settings", () => {
  it("are off until they are switched on, and PATCH changes only the fields given", async () => {
    expect(await read()).toEqual({ message: "OK", data: off });
    const first = await change({ encodes_data: true });
    expect([first.status, first.body]).toEqual([200, { message: "OK", data: { ...off, encodes_data: true } }]);
    const form = { sends_customer_name: "1" };
    const second = await call(roomy, "PATCH", path, { token: merchant.token, form });
    expect(second.body.data).toEqual({ encodes_data: true, sends_customer_name: true });
    expect((await change({ encodes_data: "0" })).body.data).toEqual({ encodes_data: false, sends_customer_name: true });
    expect((await change({})).body.data).toEqual({ encodes_data: false, sends_customer_name: true });
    expect((await read()).data).toEqual({ encodes_data: false, sends_customer_name: true });
    const row = await db().merchantSettings.findUnique({ where: { accountNumber: merchant.accountNumber } });
    expect(row).toMatchObject({
      encodesData: false,
      sendsCustomerName: true,
      refusesPaidOrders: true,
      formPosts: true,
    });
  });

  it("refuse a value that is not a flag, and name the field", async () => {
    const { status, body } = await change({ encodes_data: "yes" });
    expect([status, body.message]).toEqual([400, "The encodes data must be 0, 1, true or false."]);
  });

  it("belong to the account: a test key of an account that can go live may only read them", async () => {
    const { key } = await newKey(merchant, ["svc-user-retrieve", "svc-user-update"]);
    expect((await call(roomy, "GET", path, { key })).status).toBe(200);
    const { status, body } = await call(roomy, "PATCH", path, { key, json: { encodes_data: true } });
    expect([status, body.message]).toEqual([403, "A test key cannot change the account."]);
  });

  it("of the public sandbox accounts cannot be changed", async () => {
    const json = { encodes_data: true };
    const { status, body } = await call(roomy, "PATCH", path, { key: sandbox.apiKey, json });
    expect([status, body.message]).toEqual([409, "The public sandbox accounts keep their settings."]);
    expect((await call(roomy, "GET", path, { key: sandbox.apiKey })).body.data).toEqual(off);
  });

  it("are changed in the dashboard, too, whose page shows them, and every change is in the audit log", async () => {
    const own = await newMerchant();
    const where = { accountNumber: own.accountNumber, action: "settings.changed" };
    const browser = await signIn(own);
    const answer = await act(browser, "change-compatibility", { encodes_data: "1", sends_customer_name: "0" });
    expect([answer.status, answer.body.data]).toEqual([200, { ...off, encodes_data: true }]);
    expect(await checkedIn(browser, "encodes_data", "sends_customer_name")).toEqual(["encodes_data"]);
    await act(browser, "change-compatibility", { encodes_data: "1", sends_customer_name: "0" });
    expect(await db().auditEntry.findMany({ where })).toMatchObject([{ detail: { encodesData: true } }]);
  });
});
