import { expect, it } from "vitest";
import { changeBranding } from "@/lib/accounts/settings/change-settings";
import { createApiKey } from "@/lib/auth/keys/manage-keys";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { db } from "@/lib/db/client";
import { timeZoneOf } from "@/lib/format/dates";
import { readReturned } from "@/lib/hash-inspector/redirect-proof";
import { verifyRedirect } from "@/lib/hash-inspector/verify-redirect";
import { revealSecrets } from "@/lib/hash-keys/rotate-secrets";
import { day, later } from "@/lib/kit/clock";
import type { Viewer } from "@/lib/members/sessions";
import { createLink } from "@/lib/payment-links/manage-links";
import { retrieveProfile } from "@/lib/profile/retrieve-profile";
import type { Environment } from "@/lib/reference/platforms";
import { sandbox } from "@/lib/reference/sandbox";
import { openChargeback } from "@/lib/transactions/chargebacks/chargebacks";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { newEndpoint } from "@/tests/support/http/webhooks";
import { callerOf } from "@/tests/support/http/withdrawals";
import { cards, openSession, openShop, pay } from "@/tests/support/in-process/checkout";
import { copySession } from "@/tests/support/in-process/copied-sessions";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { readConcerns } from "./concerns";
import { readFirstPayment } from "./first-payment";
import { readOverview } from "./overview";
import { isNewAccount, readStartHere, readStartSteps } from "./start-here";
import { readEndpointPage } from "./webhook-endpoint";

movingClock();

/** The payer returns to `/response/`, which verifies the result. A second visit keeps the first time. */
async function returnWith({ result }: SessionView) {
  const parameters = new URL(result?.redirect ?? "").searchParams;
  for (const _ of [1, 2]) await verifyRedirect(readReturned(Object.fromEntries(parameters)));
}

const visitOf = (accountNumber: string, environment: Environment, viewer: Partial<Viewer> = {}) => ({
  viewer: {
    role: "owner",
    hasSecondFactor: false,
    account: { number: accountNumber, isBusiness: true, canGoLive: true, livePlatforms: [] },
    ...viewer,
  } as Viewer,
  mode: environment === "live" ? ("live" as const) : ("test" as const),
  environment,
  caller: callerOf(accountNumber),
  owner: { accountNumber, environment },
  zone: timeZoneOf("TT"),
});

it("the overview lists concerns of one environment, to the members who can act on them", async () => {
  const { accountNumber } = await openShop();
  const shop = { ...(await openShop()), accountNumber };
  const owner = { accountNumber, environment: "sandbox" } as const;
  const [dead, weary] = await Promise.all(
    ["dead", "weary"].map((name) => newEndpoint(owner, `https://${name}.example/`)),
  );
  await newEndpoint(owner, "https://well.example/");
  await db().webhookEndpoint.update({
    where: { id: dead?.id ?? "" },
    data: { disabledAt: new Date(0), disabledBecause: "The last of 10 tries failed." },
  });
  await db().webhookEndpoint.update({ where: { id: weary?.id ?? "" }, data: { strugglingSince: new Date(0) } });
  for (const [name, days] of [
    ["soon", 13],
    ["late", 15],
  ] as const) {
    const key = { name, environment: "sandbox" as const, scopes: [], expires_at: later(days * day) };
    await createApiKey(callerOf(accountNumber), { ...key, cidrs: undefined });
  }
  const [taken, returned] = [await openSession(shop), await openSession(shop)];
  for (const session of [taken, returned]) await pay(session, cards.approved);
  await requestRefund(callerOf(accountNumber), "sandbox", returned.transactionId, { amount: 1000n });
  await openChargeback(owner, taken.transactionId);
  await copySession(taken, [
    { is_legacy: true, holds_order: false, accepted_at: later(-29 * day).toISOString() },
    { is_legacy: true, holds_order: false, accepted_at: later(-31 * day).toISOString() },
  ]);

  const { balances } = (await retrieveProfile(callerOf(accountNumber), "sandbox")).data;
  const said = async (...[environment, viewer]: [Environment, Partial<Viewer>?]) =>
    (await readConcerns(visitOf(accountNumber, environment, viewer), environment === "live" ? [] : balances.all)).map(
      ({ title, text }) => `${title}: ${text}`,
    );
  const forEverybody = [
    "Webhook was disabled: dead.example, because it failed",
    "Webhook is failing: weary.example since 31 Dec, 20:00",
    expect.stringMatching(/^Chargeback opened: TTD\u00a012.05, order /),
  ];
  const key = "API key expires in 13 days: soon";
  const legacy = "Your shop uses a deprecated method: 1 request with credit_card. Send credit_card_co instead.";
  const password = "Add a second factor: You sign in with a password alone.";
  const debt = expect.stringMatching(/^You owe TTD\u00a02.05: /);
  expect(await said("sandbox")).toEqual([debt, ...forEverybody, key, legacy, password]);
  expect(await said("sandbox", { role: "support", hasSecondFactor: true })).toEqual([debt, ...forEverybody, legacy]);
  expect(await said("live")).toEqual([password]);

  const choice = { currency: undefined, period: 30 } as const;
  const overview = await readOverview(visitOf(accountNumber, "sandbox"), choice);
  expect(overview.concerns.map(({ kind }) => kind)).toEqual(["debt", "webhook", "webhook"]);
  expect(overview).toMatchObject({ currency: "TTD", figures: { successRate: 100 } });
  expect(overview.recent.map(({ status }) => status.word)).toContain("Chargeback open");
});

it("the first steps of an account are done when the stored facts say so", async () => {
  const shop = await openShop();
  const visit = visitOf(shop.accountNumber, "sandbox");
  const done = async (isCopied: boolean) =>
    Object.entries(await readStartSteps(visit, { isCopied })).flatMap(([name, isDone]) => (isDone ? [name] : []));
  expect(await done(false)).toEqual([]);
  expect(await done(true)).toEqual(["copied"]);
  const session = await openSession(shop);
  expect(await done(false)).toEqual(["copied", "requested"]);
  const paid = await pay(session, cards.approved);
  await revealSecrets(visit.caller, visit.owner);
  expect(await done(false)).toEqual(["copied", "requested", "paid"]);
  await returnWith(paid);
  await newEndpoint(visit.owner, "https://shop.example/");
  await changeBranding(visit.caller, { accent_colour: "#00687a" });
  expect(await done(false)).toEqual(["copied", "requested", "paid", "verified", "webhook", "branded"]);
});

it("the first payment is shown with the balance until the second one or until it is hidden", async () => {
  const shop = await openShop();
  const visit = visitOf(shop.accountNumber, "sandbox");
  const shown = (isPaymentHidden = false) => readFirstPayment(visit, { isPaymentHidden });
  await openSession(shop);
  expect(await shown()).toBeNull();
  const first = await openSession(shop);
  await pay(first, cards.approved);
  expect(await shown()).toMatchObject({
    href: `/dashboard/test/transactions/${first.transactionId}`,
    sentence: expect.stringMatching(/ paid TTD\u00a012\.05\.$/),
    balance: "TTD\u00a010.00",
  });
  expect(await shown(true)).toBeNull();
  await pay(await openSession(shop), cards.approved);
  expect(await shown()).toBeNull();
});

it("an account that has only payment links starts without a website, unless its member chooses otherwise", async () => {
  const { accountNumber } = await openShop();
  const visit = visitOf(accountNumber, "sandbox", { name: "Ada King" });
  const remembered = { isCopied: false, isHidden: false };
  const starts = async (website?: "yes" | "no") => {
    const { hasWebsite, steps } = await readStartHere(visit, remembered, website);
    return { hasWebsite, isLinked: steps.linked, isRequested: steps.requested };
  };
  expect(await starts()).toEqual({ hasWebsite: true, isLinked: false, isRequested: false });
  expect((await starts("no")).hasWebsite).toBe(false);
  await createLink(visit.caller, "sandbox", { title: "Mango chow", currency: "TTD", amount: 4500n });
  expect(await starts()).toEqual({ hasWebsite: false, isLinked: true, isRequested: false });
  expect((await starts("yes")).hasWebsite).toBe(true);
});

it("only business accounts that are not live yet see the first steps, until they are hidden", () => {
  const account = { number: "4207713865", isBusiness: true, canGoLive: true, livePlatforms: [] };
  const visit = (changed: object, mode: "test" | "live" = "test") => ({
    ...visitOf("4207713865", mode === "live" ? "live" : "sandbox", { account: { ...account, ...changed } as never }),
    mode,
  });
  const shown = { isCopied: false, isHidden: false };
  expect(isNewAccount(visit({}), shown)).toBe(true);
  expect(isNewAccount(visit({}), { ...shown, isHidden: true })).toBe(false);
  expect(isNewAccount(visit({}, "live"), shown)).toBe(false);
  expect(isNewAccount(visit({ livePlatforms: ["TT"] }), shown)).toBe(false);
  expect(isNewAccount(visit({ isBusiness: false }), shown)).toBe(false);
  expect(isNewAccount(visit({ number: sandbox.merchant.accountNumber }), shown)).toBe(false);
});

it("tells an endpoint that receives nothing from one that is slow, on its page and on the overview", async () => {
  const { accountNumber } = await openShop();
  const visit = visitOf(accountNumber, "sandbox");
  const { id } = await newEndpoint(visit.owner, "https://weary.example/");
  const change = (data: { strugglingSince?: Date; lastDeliveredAt?: Date }) =>
    db().webhookEndpoint.update({ where: { id }, data });
  const troubleOnPage = async () => (await readEndpointPage(visit, id, null)).trouble;
  const titleOnOverview = async () => (await readConcerns(visit, [])).find(({ kind }) => kind === "webhook")?.title;

  expect(await troubleOnPage()).toBeNull();
  await change({ strugglingSince: new Date(day), lastDeliveredAt: new Date(0) });
  expect(await troubleOnPage()).toEqual({ isReceiving: false, since: "1 Jan, 20:00" });
  expect(await titleOnOverview()).toBe("Webhook is failing");
  await change({ lastDeliveredAt: new Date(day) });
  expect(await troubleOnPage()).toEqual({ isReceiving: true, since: "1 Jan, 20:00" });
  expect(await titleOnOverview()).toBe("Webhook is slow or failing");
});
