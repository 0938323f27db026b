import { beforeAll, expect, inject, it } from "vitest";
import { changeOperator, findAccountOrThrow } from "@/lib/accounts/operate-accounts";
import { entriesOf } from "@/lib/audit/verify-chain";
import { newMerchant, openTestAccount } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";
import { act, type Browser, open, signIn } from "@/tests/support/http/dashboard";
import { operatorActions } from "./actions/operator";

let other: Awaited<ReturnType<typeof newMerchant>>;
let [operator, anybody]: Browser[] = [];
beforeAll(async () => {
  other = await newMerchant();
  const house = await openTestAccount();
  await changeOperator(await findAccountOrThrow(house.accountNumber), { isOperator: true });
  [operator, anybody] = await Promise.all([signIn(house), signIn(other)]);
});

const page = "/dashboard/test/operator";

it.each(Object.keys(operatorActions))("the action %s is 404 for members who are not operators", async (name) => {
  const body = { account_number: other.accountNumber, platform: "TT" };
  for (const json of [{}, body]) expect((await act(anybody as Browser, name, json)).status).toBe(404);
});

it("the operator page is 404 for other members, and API credentials cannot open it", async () => {
  expect((await open(anybody as Browser, page)).status).toBe(404);
  const { token } = other;
  expect((await call(inject("product").roomy, "GET", page, { token })).status).toBe(307);
  expect((await open(operator as Browser, page)).status).toBe(200);
});

it("the audit chain of the affected account records the operator's action and its actor", async () => {
  expect((await act(operator as Browser, "operator-verify", { account_number: other.accountNumber })).status).toBe(200);
  expect((await act(operator as Browser, "operator-verify", { account_number: "9999999999" })).status).toBe(404);
  const entries: string[] = [];
  for await (const { action, actor } of entriesOf(other.accountNumber)) entries.push(`${action} by ${actor}`);
  expect(entries.at(-1)).toMatch(/^account\.verified by operator member \d{10}$/);
  const log = await open(anybody as Browser, "/dashboard/test/audit");
  expect(log.text).toContain("Operator of Tradewind");
  expect(log.text).not.toContain("operator member");
});
