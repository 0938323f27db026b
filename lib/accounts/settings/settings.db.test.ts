import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readSession } from "@/lib/checkout/page/customer-actions";
import { findMerchantOrThrow } from "@/lib/checkout/request/request-store";
import { db } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { sandbox } from "@/lib/reference/sandbox";
import { openTestAccount } from "@/tests/support/http/accounts";
import { cards, openSession, pay, recordOf, requestSession } from "@/tests/support/in-process/checkout";
import { changeBranding, changeCheckoutSettings } from "./change-settings";
import { readSettings } from "./read-settings";
import { saveSettings } from "./settings-store";

let caller: Caller;
beforeAll(async () => {
  const { accountNumber } = await openTestAccount();
  const credential = {
    kind: "member",
    memberId: accountNumber,
    role: "owner",
    sessionId: "",
    environment: "sandbox",
  } as const;
  caller = {
    accountNumber,
    accountType: "BUSINESS",
    homePlatform: "TT",
    platforms: ["TT"],
    canGoLive: true,
    scopes: new Set(),
    credential,
  };
});

beforeEach(async () => {
  await db().merchantSettings.deleteMany();
});

/** The fields that the settings form sends if the merchant has changed nothing. */
const untouched = { refuses_paid_orders: true, form_posts: true };
const save = (changes: object) => changeCheckoutSettings(caller, { ...untouched, ...changes });
const shop = () => findMerchantOrThrow(caller.accountNumber);
const entries = () =>
  db().auditEntry.findMany({ where: { accountNumber: caller.accountNumber }, orderBy: { sequence: "asc" } });

describe("from the next payment request on", () => {
  it("a session with AVS asks for the address and lasts 300 seconds", async () => {
    const avsAndSeconds = async () => {
      const session = await requestSession(await shop());
      const { avs, acceptedAt, expiresAt } = await recordOf(session);
      return [avs, (await readSession(session.token)).avs, (expiresAt.getTime() - acceptedAt.getTime()) / 1000];
    };
    expect(await avsAndSeconds()).toEqual([false, false, 180]);
    await save({ avs: true });
    expect(await avsAndSeconds()).toEqual([true, true, 300]);
  });

  it("a currency that was not chosen is refused, and every currency is accepted if none was chosen", async () => {
    await save({ currencies: ["USD"] });
    await expect(requestSession(await shop())).rejects.toThrow("The currency is not accepted by this merchant.");
    await save({ currencies: [] });
    await expect(requestSession(await shop())).resolves.toBeDefined();
  });

  it("a paid order is refused or accepted again, depending on the setting when it was paid", async () => {
    const payOnce = async () => {
      const session = await openSession(await shop());
      await pay(session, cards.approved);
      return session.orderId;
    };
    const again = async (orderId: string) => requestSession(await shop(), { orderId });
    const before = await payOnce();
    await expect(again(before)).rejects.toThrow("This order has already been paid.");
    await save({ refuses_paid_orders: false });
    await expect(again(before)).resolves.toBeDefined();
    const meanwhile = await payOnce();
    await save({ refuses_paid_orders: true });
    await expect(again(meanwhile)).resolves.toBeDefined();
    await expect(again(await payOnce())).rejects.toThrow("This order has already been paid.");
  });

  it("browser form posts can be switched off", async () => {
    expect(await shop()).toMatchObject({ formPosts: true });
    await save({ form_posts: false });
    expect(await shop()).toMatchObject({ formPosts: false });
  });

  it("the page shows the merchant's name, picture and support contact", async () => {
    await save({ support_contact: "help@shop.example" });
    await changeBranding(caller, { display_name: "Doubles & Co." });
    const { token } = await requestSession(await shop());
    expect((await readSession(token)).merchant).toEqual({
      name: "Doubles & Co.",
      support: { text: "help@shop.example", href: "mailto:help@shop.example" },
      picture: null,
    });
  });
});

describe("a change of settings", () => {
  it("keeps all other settings", async () => {
    await saveSettings(caller.accountNumber, {
      responseHosts: ["shop.example"],
      frameOrigins: ["https://shop.example"],
    });
    await changeBranding(caller, { display_name: "Doubles", accent_colour: "#00687a" });
    await save({ avs: true, currencies: ["USD", "TTD"] });
    expect(await readSettings(caller)).toMatchObject({
      displayName: "Doubles",
      accentColour: "#00687a",
      avs: true,
      currencies: ["TTD", "USD"],
    });
    const row = await db().merchantSettings.findUnique({ where: { accountNumber: caller.accountNumber } });
    expect(row).toMatchObject({ responseHosts: ["shop.example"], frameOrigins: ["https://shop.example"] });
  });

  it("is recorded in the audit log with the changed fields, and not if nothing changed", async () => {
    const before = await entries();
    await save({});
    expect(await entries()).toEqual(before);
    await save({ avs: true, support_contact: "+1 868 555 0123" });
    await save({ avs: true, support_contact: "+1 868 555 0123" });
    expect((await entries()).slice(before.length)).toMatchObject([
      { action: "settings.changed", detail: { avs: true, supportContact: "+1 868 555 0123" } },
    ]);
  });

  it("pins the fee structure, and `any` removes the pin", async () => {
    const pinned = async () => (await readSettings(caller)).feeStructure;
    expect(await pinned()).toBeNull();
    await save({ fee_structure: "split" });
    expect(await pinned()).toBe("split");
    await changeBranding(caller, { display_name: "Doubles" });
    expect(await pinned()).toBe("split");
    await save({ fee_structure: "any" });
    expect(await pinned()).toBeNull();
    await save({ fee_structure: "merchant_absorb" });
    await save({});
    expect(await pinned()).toBeNull();
    expect((await entries()).map(({ detail }) => detail)).toEqual(
      expect.arrayContaining([{ feeStructure: "split" }, { feeStructure: null }]),
    );
  });

  it("is refused for a currency that no platform of the account has", async () => {
    await expect(save({ currencies: ["JMD"] })).rejects.toThrow("The currencies must be among TTD, USD.");
  });

  it("is refused for a public sandbox account", async () => {
    const shared = { ...caller, accountNumber: sandbox.merchant.accountNumber };
    const kept = "The public sandbox accounts keep their settings.";
    await expect(changeCheckoutSettings(shared, untouched)).rejects.toThrow(kept);
    await expect(changeBranding(shared, { display_name: "Mine" })).rejects.toThrow(kept);
  });
});

it("keeps the colour as it is given, and removes the colour if none is given", async () => {
  const answerTo = async (accent_colour?: string) => (await changeBranding(caller, { accent_colour })).data;
  expect(await answerTo("#ffff00")).toEqual({ accent_colour: "#ffff00", is_corrected: false });
  expect(await answerTo("#00687a")).toEqual({ accent_colour: "#00687a", is_corrected: false });
  expect(await answerTo()).toEqual({ accent_colour: null, is_corrected: false });
});
