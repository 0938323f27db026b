import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { newUlid, newUuid } from "@/lib/kit/ids";
import { withProofs } from "@/lib/mail/ticket-links";
import { createWithdrawal } from "@/lib/withdrawals/create-withdrawal";
import { type Merchant, newMerchant } from "@/tests/support/http/accounts";
import { newLiveMerchant, storeCard } from "@/tests/support/http/card-requests";
import { act, type Browser, enter, open, signedOutBrowser, signIn } from "@/tests/support/http/dashboard";
import { act as leave, openCheckout, pay } from "@/tests/support/http/payments";
import { banked, callerOf, fund, insertWithdrawals, localBank, unbanked } from "@/tests/support/http/withdrawals";

/** Two merchants: the first has a payment, a card and a withdrawal; `stranger` is the browser of the second. */
let [merchant, browser, stranger] = [{} as Merchant, {} as Browser, {} as Browser];
let ids: { transactions: string; "trusted-cards": string; withdrawals: string };

beforeAll(async () => {
  const other = await newMerchant();
  merchant = await newMerchant();
  await fund(merchant.accountNumber, 100_000n);
  const { token, transactionId } = await openCheckout(merchant.accountNumber);
  await pay(token, "4111111111111111");
  const [withdrawal = ""] = await insertWithdrawals(merchant.accountNumber, 1);
  const { uuid } = await storeCard(merchant);
  ids = { transactions: transactionId, "trusted-cards": uuid, withdrawals: withdrawal };
  [browser, stranger] = [await signIn(merchant), await signIn(other)];
});

it.each(["transactions", "trusted-cards", "withdrawals"] as const)(
  "the page of one of the %s opens for its own merchant only, in its environment and by its exact id",
  async (page) => {
    const [own, id] = [`/dashboard/test/${page}/${ids[page]}`, ids[page]];
    expect((await open(browser, own)).status).toBe(200);
    expect((await open(stranger, own)).status).toBe(404);
    for (const wrong of [own.toLowerCase().replace(id, newUuid()), `${own}%00`, `${own}x`]) {
      expect((await open(browser, wrong)).status).toBe(404);
    }
    await db().account.update({ where: { accountNumber: merchant.accountNumber }, data: { sandboxOnly: false } });
    expect((await open(browser, own.replace("/test/", "/live/"))).status).toBe(404);
  },
);

it("a missing page has the frame and the 404 in its HTML, so it needs no JavaScript, whatever its mode", async () => {
  for (const path of ["test/nothing/here", "test/transactions/nothing", `test/mail/${newUlid()}`, "nowhere"]) {
    const { status, text } = await open(browser, `/dashboard/${path}`);
    expect(status, path).toBe(404);
    expect(text, path).toMatch(/<main .*<h1>We can’t find this page<\/h1>.*<\/main>/s);
    expect(text, path).toContain('aria-label="Dashboard"');
  }
  expect((await open(signedOutBrowser(), "/dashboard/nowhere")).headers.location).toContain("/dashboard/sign-in");
});

it("actions on records of another merchant are refused", async () => {
  const [transaction_id, uuid, withdrawal] = [ids.transactions, ids["trusted-cards"], ids.withdrawals];
  const replies = [
    await act(stranger, "request-refund", { transaction_id, amount: "1.00" }),
    await act(stranger, "verify-card", { uuid, amount: "1.00" }),
    await act(stranger, "delete-card", { uuid }),
    await act(stranger, "cancel-withdrawal", { transaction_id: withdrawal }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([400, 400, 404, 404]);
});

it("the export is a file with the transactions of its own merchant only", async () => {
  const path = "/dashboard/test/transactions/export";
  const { status, headers, text } = await open(browser, `${path}?search=${ids.transactions}`);
  expect([status, headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(headers["content-disposition"]).toMatch(/^attachment; filename="transactions-test-\d{4}-\d\d-\d\d\.csv"$/);
  expect(text).toContain(ids.transactions);
  expect((await open(stranger, path)).text).not.toContain(ids.transactions);
  expect((await open(browser, `${path}?status=won`)).status).toBe(400);
  expect((await open({ ...browser, cookie: "" }, path)).headers.location).toMatch(/^\/dashboard\/sign-in\?/);
});

it("a withdrawal form that is sent twice withdraws once, and a corrected form is accepted with the same key", async () => {
  const idempotency_key = newUlid();
  const { password } = merchant;
  const send = (amount: string) =>
    act(browser, "create-withdrawal", { ...unbanked(amount), idempotency_key, password });
  expect((await send("0")).body.errors).toHaveProperty("amount");
  expect((await send("9999999.00")).status).toBe(403);
  const [first, second] = await Promise.all([send("12.34"), send("12.34")]);
  const third = await send("12.34");
  expect([first.status, second.status].toSorted()[0]).toBe(201);
  expect(third.body).toEqual((first.status === 201 ? first : second).body);
  expect((await send("12.35")).status).toBe(422);
  expect(await db().withdrawal.count({ where: { accountNumber: merchant.accountNumber, amount: 1234n } })).toBe(1);
});

it("links in a mail only show the held withdrawal; the buttons confirm or refuse it, with or without a sign-in", async () => {
  const { accountNumber, password } = merchant;
  await db().account.update({ where: { accountNumber }, data: { sandboxOnly: false } });
  await fund(accountNumber, 1_000n, "live");
  const create = async () =>
    (await createWithdrawal(callerOf(accountNumber), "live", banked("1.00"))).data.transaction_id;
  const statusOf = async (id: string) =>
    (await db().withdrawal.findUniqueOrThrow({ where: { transactionId: id } })).status;
  const id = await create();
  const mail = await db().mail.findFirstOrThrow({ where: { accountNumber, kind: "withdrawal_held" } });
  const { pathname, search, searchParams } = new URL(
    /Confirm the withdrawal: (\S+)/.exec(withProofs(mail).text)?.[1] ?? "",
  );
  const page = await open(signedOutBrowser(), `${pathname}${search}`);
  for (const shown of ["Confirm withdrawal", "TTD\u00a01.00", "****8765"]) expect(page.text).toContain(shown);
  expect((await open(signedOutBrowser(), `${pathname}${search}&answer=refuse`)).text).toContain(
    "Refuse and cancel withdrawal",
  );
  expect(await statusOf(id)).toBe(3);
  const ticket = searchParams.get("ticket");
  expect((await enter("answer-withdrawal", { ticket, answer: "refuse" })).body).toEqual({ message: "OK" });
  expect(await statusOf(id)).toBe(6);
  expect((await open(signedOutBrowser(), `${pathname}${search}`)).text).toContain(
    "does not wait for an answer any more",
  );
  expect((await open(signedOutBrowser(), `${pathname}?ticket=${id}`)).text).toContain("This link is not valid");

  const other = await create();
  expect((await open(browser, `/dashboard/live/withdrawals/${other}`)).text).toContain("Confirm the new payee");
  const form = { transaction_id: other, password };
  expect((await act(stranger, "confirm-withdrawal", form, { mode: "live" })).status).not.toBe(200);
  expect((await act(browser, "confirm-withdrawal", form, { mode: "live" })).body).toEqual({ message: "OK" });
  expect(await statusOf(other)).toBe(4);
});

it.each(["create-withdrawal", "confirm-withdrawal", "add-bank", "update-bank"])(
  "%s asks for the password",
  async (name) => {
    const forms: Record<string, object> = {
      "create-withdrawal": unbanked("1.00"),
      "confirm-withdrawal": { transaction_id: ids.withdrawals },
    };
    const form = forms[name] ?? { type: "local", currency: "TTD", ...localBank };
    expect((await act(browser, name, form)).body.errors).toHaveProperty("password");
    expect((await act(browser, name, { ...form, password: "Wrong-2026-password" })).status).toBe(400);
  },
);

it("a payment that the customer leaves is cancelled, offers no refund, and does not lower the success rate", async () => {
  const own = await newLiveMerchant();
  await pay((await openCheckout(own.accountNumber)).token, "4111111111111111");
  const { token, transactionId } = await openCheckout(own.accountNumber);
  await leave(token, "leave", { json: {} });
  const desk = await signIn(own);
  expect((await open(desk, "/dashboard/test")).text).toContain("100.0%");
  expect((await open(desk, "/dashboard/test/transactions")).text).toContain(">Cancelled<");
  const { text } = await open(desk, `/dashboard/test/transactions/${transactionId}`);
  expect(text).toContain(">Cancelled<");
  expect(text.replace(/<[^>]*>/g, "")).toMatch(/TTD.?10\.00/);
  expect(text).not.toContain(">Refund<");
});

it.each([
  ["4000000000000028", "Street does not match"],
  ["4000000000000010", "Street and postcode do not match"],
])("a payment with the card %s shows the result of its address check in words", async (number, words) => {
  const { token, transactionId } = await openCheckout(merchant.accountNumber, { avs: "1" });
  const address = { country: "TT", address1: "1 Bay Street", city: "Arima", state: "TT-ARI", zipcode: "00000" };
  await pay(token, number, address);
  const { text } = await open(browser, `/dashboard/test/transactions/${transactionId}`);
  expect(text).toContain(`>${words}<`);
  expect(text.replace(/<[^>]*>/g, "")).toContain(`Address check: ${words.toLowerCase()}`);
});

it("the list of payments is narrowed by the search for a customer and by filters, which can be removed", async () => {
  const own = await newMerchant();
  const paid = await openCheckout(own.accountNumber, { email: "ada@example.com" });
  await pay(paid.token, "4111111111111111");
  const left = await openCheckout(own.accountNumber, { email: "ada@example.com" });
  await leave(left.token, "leave", { json: {} });
  const desk = await signIn(own);
  const list = async (query: string) =>
    (await open(desk, `/dashboard/test/transactions?${query}`)).text.replaceAll("<!-- -->", "");
  expect(await list("search=ada%40")).toContain("2 payments");
  expect(await list("search=grace%40")).not.toContain(paid.transactionId);
  const filtered = await list("status=paid");
  expect(filtered).toContain("1 payment<");
  expect(filtered).toContain(paid.transactionId);
  expect(filtered).not.toContain(left.transactionId);
  expect(filtered).toContain("Remove the filter");
  expect(await list("status=open")).toContain("No payments match these filters");
});

it("a deleted card leaves an empty list", async () => {
  const own = await newMerchant();
  const { uuid } = await storeCard(own);
  const desk = await signIn(own);
  expect((await open(desk, "/dashboard/test/trusted-cards")).text).toContain(uuid);
  expect((await act(desk, "delete-card", { uuid })).status).toBe(200);
  expect((await open(desk, "/dashboard/test/trusted-cards")).text).toContain("No stored cards yet");
});

it("every live page says what is missing until live payments are approved, and no page does afterwards", async () => {
  const own = await newMerchant();
  await db().account.update({ where: { accountNumber: own.accountNumber }, data: { sandboxOnly: false } });
  const ownBrowser = await signIn(own);
  for (const page of ["", "/transactions", "/withdrawals/new", "/nothing"]) {
    const { text } = await open(ownBrowser, `/dashboard/live${page}`);
    expect(text, page).toContain("You cannot take live payments yet");
    expect(text, page).toMatch(/Still missing: .*our approval/s);
  }
  expect((await open(ownBrowser, "/dashboard/test")).text).not.toContain("You cannot take live payments yet");
  const approved = await signIn(await newLiveMerchant());
  expect((await open(approved, "/dashboard/live")).text).not.toContain("You cannot take live payments yet");
});

it("the form of a withdrawal folds the note for the merchant's systems, and each balance names its currency once", async () => {
  const { text } = await open(browser, "/dashboard/test/withdrawals/new");
  expect(text).toMatch(
    /<details(?![^>]*open)[^>]*><summary>Add a note for your own systems.*<textarea[^>]*name="data"/s,
  );
  expect(text).toMatch(/<dt>TTD<\/dt><dd>[^T]*\d/);
  const list = (await open(browser, "/dashboard/test/withdrawals")).text;
  expect(list).toMatch(/<th[^>]*>TTD<\/th>(<td[^>]*>[\d,.]+<\/td>){3}/);
});
