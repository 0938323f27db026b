import { expect, it } from "vitest";
import { createApiKey } from "@/lib/auth/keys/manage-keys";
import { db } from "@/lib/db/client";
import { timeZoneOf } from "@/lib/format/dates";
import { day, later } from "@/lib/kit/clock";
import type { Viewer } from "@/lib/members/sessions";
import type { Environment } from "@/lib/reference/platforms";
import { openChargeback } from "@/lib/transactions/chargebacks/chargebacks";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { newEndpoint } from "@/tests/support/http/webhooks";
import { callerOf } from "@/tests/support/http/withdrawals";
import { cards, openSession, openShop, pay } from "@/tests/support/in-process/checkout";
import { copySession } from "@/tests/support/in-process/copied-sessions";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { readOverview } from "./overview";

movingClock();

const visitOf = (accountNumber: string, environment: Environment, viewer: Partial<Viewer> = {}) => ({
  viewer: {
    role: "owner",
    hasSecondFactor: false,
    account: { number: accountNumber, isBusiness: true },
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

  const said = async (...[environment, viewer]: [Environment, Partial<Viewer>?]) =>
    (await readOverview(visitOf(accountNumber, environment, viewer))).concerns.map(({ text }) => text);
  const forEverybody = [
    "Webhooks to dead.example were switched off, because they failed.",
    "Webhooks to weary.example are failing.",
    "One chargeback is open.",
    "One refund is on its way.",
  ];
  const key = "The API key soon ends on 2026-11-28.";
  const legacy =
    "One payment request of the last 30 days used the deprecated method credit_card. Send credit_card_co instead.";
  const password = "You sign in with a password alone.";
  expect(await said("sandbox")).toEqual([
    expect.stringMatching(/^TTD 2.05 is owed/),
    ...forEverybody,
    key,
    legacy,
    password,
  ]);
  expect(await said("sandbox", { role: "support", hasSecondFactor: true })).toEqual([
    expect.stringMatching(/is owed/),
    ...forEverybody,
    legacy,
  ]);
  expect(await said("live")).toEqual([password]);
});
