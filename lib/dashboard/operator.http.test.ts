import { beforeAll, expect, inject, it } from "vitest";
import { addTerminal } from "@/emulator/testing/live-charges";
import { changeOperator, findAccountOrThrow } from "@/lib/accounts/operate-accounts";
import { entriesOf } from "@/lib/audit/verify-chain";
import { db } from "@/lib/db/client";
import { hour, later } from "@/lib/kit/clock";
import { openChargeback } from "@/lib/transactions/chargebacks/chargebacks";
import { newMerchant, openTestAccount } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";
import { act, type Browser, open, signIn } from "@/tests/support/http/dashboard";
import { openCheckout, pay } from "@/tests/support/http/payments";
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

it("an exception leads to its card, a decided chargeback leaves the desk, and only the affected account's own log shows it, also filtered", async () => {
  const { transactionId, token } = await openCheckout(other.accountNumber);
  await pay(token, "4111111111111111");
  await openChargeback({ accountNumber: other.accountNumber, environment: "sandbox" }, transactionId);
  const buttonOf = `value="${transactionId}"`;
  const { text: desk } = await open(operator as Browser, page);
  expect(desk).toContain(buttonOf);
  const linked = [...desk.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
  expect(linked.filter((id) => id === "card-open-chargebacks").length).toBeGreaterThan(1);
  for (const id of linked) expect(desk).toContain(` id="${id}"`);
  // The desk of test payments cannot know whether an acquirer has a terminal.
  expect(desk).toContain("Shown for live payments, once an acquirer has a terminal.");
  const decision = { transaction_id: transactionId, outcome: "won" };
  expect((await act(operator as Browser, "operator-chargeback", decision)).status).toBe(200);
  expect((await open(operator as Browser, page)).text).not.toContain(buttonOf);

  const { text: log } = await open(anybody as Browser, "/dashboard/test/audit");
  expect(log.replaceAll("<!-- -->", "")).toContain("We have just checked entries 1 to ");
  const changesIn = async (browser: Browser, query = "") => {
    const { text } = await open(browser, `/dashboard/test/audit${query}`);
    return [...text.matchAll(/<th scope="row"[^>]*>([^<]+)/g)].map(([, change]) => change);
  };
  const own = await changesIn(operator as Browser);
  expect(own).toContain("Signed in");
  expect(own).not.toContain("Chargeback won");
  expect(await changesIn(anybody as Browser)).toContain("Chargeback won");
  expect(await changesIn(anybody as Browser, "?action=chargeback.won")).toEqual(["Chargeback won"]);
});

it("the desk says since when the live acquirer answers or does not, and that nothing was compared with it yet", async () => {
  const desk = async () => {
    const { text } = await open(operator as Browser, "/dashboard/live/operator");
    return text.replace(/<style.*?<\/style>|<[^>]*>/gs, "");
  };
  const baseAddress = "https://gateway.example.com/api/";
  const report = (health: { isUp: boolean; latencyMs: number | null }) => {
    // In the future, so that the worker's own checks of this address do not count.
    const seen = { ...health, since: new Date("2026-11-15T12:00:30Z"), checkedAt: later(hour) };
    return db().gatewayBreaker.upsert({ where: { baseAddress }, create: { baseAddress, ...seen }, update: seen });
  };
  await report({ isUp: true, latencyMs: 42 });
  // The last in the order, so that no other test pays there.
  const id = await addTerminal({ baseAddress });
  const up = await desk();
  expect(up).toContain("Up since 15 November 2026, 12:00 UTC");
  expect(up).toContain("answered in 42 ms");
  expect(up).toContain("Nothing was compared yet.");
  expect(up).not.toContain("charges agree");
  await report({ isUp: false, latencyMs: null });
  expect(await desk()).toContain("Down since 15 November 2026, 12:00 UTC");
  await db().terminal.delete({ where: { id } });
});
