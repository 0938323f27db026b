import { afterEach, describe, expect, it } from "vitest";
import { addTerminal } from "@/emulator/testing/live-charges";
import { enableLive, findAccountOrThrow, verifyAccount } from "@/lib/accounts/operate-accounts";
import { disableTerminalOrThrow } from "@/lib/acquirers/operate-terminals";
import { createCardLink } from "@/lib/card-links/manage-card-links";
import { paymentRequestBody } from "@/lib/checkout/contract";
import { db } from "@/lib/db/client";
import { newUlid } from "@/lib/kit/ids";
import type { Currency } from "@/lib/reference/currencies";
import { chargeCard } from "@/lib/trusted-cards/charge-card";
import { createCard } from "@/lib/trusted-cards/create-card";
import { cards, openShop } from "@/tests/support/in-process/checkout";
import { callerOf, storeCard, verify } from "@/tests/support/in-process/stored-cards";
import { requestPayment } from "./request-payment";
import { findMerchantOrThrow } from "./request-store";

const responseUrl = "https://shop.example/return";
const notEnabled = "Live payments are not enabled for this account.";

afterEach(async () => {
  await db().terminal.deleteMany();
});

const serve = async (currency: Currency) => ({ id: await addTerminal({ currency }) });

async function openLiveShop() {
  const { accountNumber } = await openShop();
  await verifyAccount(await findAccountOrThrow(accountNumber));
  await enableLive(await findAccountOrThrow(accountNumber), "TT");
  return findMerchantOrThrow(accountNumber);
}

type Shop = Awaited<ReturnType<typeof openLiveShop>>;

const request = (shop: Shop, currency: Currency, environment = "live") =>
  requestPayment(
    shop,
    paymentRequestBody.parse({
      account_number: shop.accountNumber,
      country_code: "TT",
      currency,
      email: "ada@example.com",
      environment,
      fee_structure: "customer_pay",
      method: "credit_card_co",
      order_id: newUlid(),
      origin: "tests",
      response_url: responseUrl,
      total: "10.00",
    }),
  );

const refusal = (field: string, message: string) => ({
  code: "invalid",
  status: 400,
  message,
  fields: { errors: { [field]: [message] } },
});
const noTerminal = refusal("currency", "The currency is not available for live payments in TT yet.");

describe("a live payment request", () => {
  it("is refused for a currency without a terminal, and accepted for one with a terminal", async () => {
    const shop = await openLiveShop();
    await expect(request(shop, "TTD")).rejects.toMatchObject(refusal("environment", notEnabled));
    await serve("JMD");
    await expect(request(shop, "TTD")).rejects.toMatchObject(noTerminal);
    expect(await db().checkoutSession.count({ where: { accountNumber: shop.accountNumber } })).toBe(0);
    const { id } = await serve("TTD");
    await expect(request(shop, "TTD")).resolves.toMatchObject({ message: "OK" });
    await expect(request(shop, "USD")).rejects.toMatchObject(noTerminal);
    await disableTerminalOrThrow(id, { evenLast: true });
    await expect(request(shop, "TTD")).rejects.toMatchObject(noTerminal);
  });

  it("needs a terminal in the operator's order", async () => {
    const shop = await openLiveShop();
    const { id } = await serve("TTD");
    await db().terminal.update({ where: { id }, data: { position: 0 } });
    await expect(request(shop, "TTD")).rejects.toMatchObject(noTerminal);
  });

  it("keeps its refusal for an account that is not live-enabled, with or without a terminal", async () => {
    const shop = await openShop();
    await expect(request(shop, "TTD")).rejects.toMatchObject(refusal("environment", notEnabled));
    await serve("TTD");
    await expect(request(shop, "TTD")).rejects.toMatchObject(refusal("environment", notEnabled));
    await expect(createCard(callerOf(shop), "live", { response_url: responseUrl })).rejects.toThrow(notEnabled);
  });

  it("needs no terminal in sandbox", async () => {
    await expect(request(await openShop(), "TTD", "sandbox")).resolves.toMatchObject({ message: "OK" });
  });
});

describe("a live trusted card", () => {
  it("can be stored only on a platform with a terminal for USD, which the micro-charge uses", async () => {
    const caller = callerOf(await openLiveShop());
    const store = () => createCard(caller, "live", { response_url: responseUrl });
    const link = () => createCardLink(caller, "live", { label: "Ada", response_url: responseUrl });
    await serve("TTD");
    const message = "The country code is not available for storing live cards yet.";
    await expect(store()).rejects.toMatchObject(refusal("country_code", message));
    await expect(link()).rejects.toMatchObject(refusal("country_code", message));
    expect(await db().auditEntry.count({ where: { action: "trusted_card.requested" } })).toBe(0);
    await serve("USD");
    await expect(store()).resolves.toMatchObject({ message: "OK" });
    await expect(link()).resolves.toMatchObject({ message: "OK" });
  });

  it("can be charged only in a currency with a terminal", async () => {
    const shop = await openLiveShop();
    const card = await storeCard(shop, cards.approved);
    await verify(shop, card, card.amount);
    await db().trustedCard.update({ where: { uuid: card.uuid }, data: { environment: "live" } });
    const charge = (currency: Currency) =>
      chargeCard(callerOf(shop), "live", card.uuid, {
        currency,
        fee_structure: "customer_pay",
        order_id: newUlid(),
        response_url: responseUrl,
        total: 1000n,
      });
    await serve("USD");
    await expect(charge("TTD")).rejects.toMatchObject(noTerminal);
    await expect(charge("USD")).resolves.toMatchObject({ message: "OK" });
  });
});
