import { describe, expect, it } from "vitest";
import { visitGateway } from "@/emulator/testing/emulator-for-file";
import { startForTests } from "@/emulator/testing/start-for-tests";
import { passesLuhn } from "@/lib/kit/luhn";
import { emulatorCards } from "./cards";
import { mpgsEmulator } from "./emulator";
import { expiryRows } from "./outcomes";
import { profiles } from "./profiles";
import { cardWithCode, liveCards } from "./testing/live-cards";
import { bodies, Merchant, redirectOf, shopReturn, statusOf, visit } from "./testing/merchant";

const emulator = await startForTests(mpgsEmulator);
const merchant = new Merchant(emulator.baseAddress);

const shown = () => emulator.state().transactions[0];
const path = "sourceOfFunds.provided.card";

describe("a payment", () => {
  it("is approved after a frictionless authentication, moves money once, and breaks no rule", async () => {
    const { orderId, paid } = await merchant.buy(liveCards.frictionless);
    expect(paid.status).toBe(201);
    expect(paid.body).toMatchObject({
      result: "SUCCESS",
      response: {
        ...{ gatewayCode: "APPROVED", acquirerCode: "00", cardSecurityCode: { gatewayCode: "MATCH" } },
        cardholderVerification: { avs: { gatewayCode: "ADDRESS_ZIP_MATCH" } },
      },
      order: { id: orderId, status: "CAPTURED", amount: 12.05, totalCapturedAmount: 12.05, reference: "ORDER-1" },
      transaction: { id: "pay", type: "PAYMENT", amount: 12.05, currency: "TTD" },
      authentication: { "3ds": { acsEci: "02" }, "3ds2": { transactionStatus: "Y" }, transactionId: "auth" },
      sourceOfFunds: { provided: { card: { number: "555555xxxxxx0018", brand: "MASTERCARD" } } },
    });
    expect(paid.text).toContain('"amount":12.05');
    expect(emulator.state()).toMatchObject({
      transactions: [
        {
          ...{ transactionIdentifier: orderId, state: "captured", amount: "12.05", held: "12.05", chargeCount: 1 },
          ...{ currency: "TTD", lastFour: "0018", authenticationStatus: "AUTHENTICATION_SUCCESSFUL" },
        },
      ],
      violations: [],
    });
  });

  it("asks the payer, posts the result to the merchant's address, and keeps it", async () => {
    const payment = await merchant.begin(liveCards.challenged);
    expect((await merchant.initiate(payment)).body).toMatchObject({
      result: "SUCCESS",
      response: { gatewayRecommendation: "PROCEED" },
      transaction: { authenticationStatus: "AUTHENTICATION_AVAILABLE", type: "AUTHENTICATION" },
    });
    const { body } = await merchant.authenticate(payment);
    expect(body).toMatchObject({ result: "PENDING", transaction: { authenticationStatus: "AUTHENTICATION_PENDING" } });
    expect(redirectOf(body).customizedHtml?.["3ds2"]?.acsUrl).toBe(`${emulator.origin}/acs/challenge`);
    expect(await visit(redirectOf(body).html)).toEqual({
      "order.id": payment.orderId,
      "transaction.id": "auth",
      "response.gatewayRecommendation": "PROCEED",
      result: "SUCCESS",
    });
    const { body: known } = await merchant.get(payment.orderId, "auth");
    expect(known).toMatchObject({
      result: "SUCCESS",
      order: { amount: 12.05, currency: "TTD", status: "AUTHENTICATED" },
      transaction: { authenticationStatus: "AUTHENTICATION_SUCCESSFUL" },
      authentication: { "3ds2": { transactionStatus: "Y" } },
    });
    expect((await merchant.pay(payment)).body).toMatchObject({ result: "SUCCESS" });
    expect(emulator.state().violations).toEqual([]);
  });

  it("fails the challenge after a wrong password or a cancellation, and moves no money", async () => {
    for (const answer of [{ password: "wrong" }, { action: "cancel" }]) {
      emulator.reset();
      const payment = await merchant.begin(liveCards.challenged);
      await merchant.initiate(payment);
      const { body } = await merchant.authenticate(payment);
      expect(await visit(redirectOf(body).html, answer)).toMatchObject({ result: "FAILURE" });
      const { body: known } = await merchant.get(payment.orderId, "auth");
      expect([statusOf(known), known.result]).toEqual(["AUTHENTICATION_FAILED", "FAILURE"]);
      expect((await merchant.pay(payment)).body).toMatchObject({ response: { gatewayCode: "AUTHENTICATION_FAILED" } });
      expect(shown()).toMatchObject({ chargeCount: 0, held: "0.00" });
    }
  });

  it("keeps the first answer of the payer", async () => {
    const payment = await merchant.begin(liveCards.challenged);
    await merchant.initiate(payment);
    const { body } = await merchant.authenticate(payment);
    await visit(redirectOf(body).html, { action: "cancel" });
    await visit(redirectOf(body).html);
    expect(shown()?.authenticationStatus).toBe("AUTHENTICATION_FAILED");
  });

  it("records a method page that ended before the authentication", async () => {
    for (const isShown of [true, false]) {
      emulator.reset();
      const payment = await merchant.begin(liveCards.fingerprint);
      const { body } = await merchant.initiate(payment);
      expect(redirectOf(body).customizedHtml?.["3ds2"]?.methodUrl).toBe(`${emulator.origin}/acs/method`);
      if (isShown) expect(await visit(redirectOf(body).html)).toBeNull();
      expect((await merchant.authenticate(payment)).body).toMatchObject({
        authentication: { "3ds2": { methodCompleted: isShown, transactionStatus: "Y" } },
      });
      expect(shown()?.methodCompleted).toBe(isShown);
    }
  });

  it("has HTML after a frictionless authentication, too, which only posts to the merchant's address", async () => {
    const payment = await merchant.begin(liveCards.frictionless);
    await merchant.initiate(payment);
    const { html } = redirectOf((await merchant.authenticate(payment)).body);
    expect(html).toContain(`action="${shopReturn}"`);
  });

  it("is challenged if the merchant mandates it, except for one card", async () => {
    const statuses = [];
    for (const card of [liveCards.frictionless, liveCards.attempted, liveCards.mandateIgnored]) {
      const payment = await merchant.begin(card);
      await merchant.initiate(payment);
      const mandate = { "authentication.challengePreference": "CHALLENGE_MANDATED" };
      statuses.push(statusOf((await merchant.authenticate(payment, mandate)).body));
    }
    expect(statuses).toEqual(["AUTHENTICATION_PENDING", "AUTHENTICATION_PENDING", "AUTHENTICATION_SUCCESSFUL"]);
  });

  it("without 3-D Secure is approved, if the card takes no part", async () => {
    const payment = await merchant.begin(liveCards.notEnrolled);
    const { body } = await merchant.initiate(payment);
    expect(body).toMatchObject({ response: { gatewayRecommendation: "PROCEED" } });
    expect(statusOf(body)).toBe("AUTHENTICATION_NOT_SUPPORTED");
    expect((await merchant.pay(payment, { authentication: undefined })).body).toMatchObject({ result: "SUCCESS" });
    expect(emulator.state().violations).toEqual([]);
  });
});

describe("cards", () => {
  const statuses: Record<string, string> = {
    [liveCards.attempted]: "AUTHENTICATION_ATTEMPTED",
    [liveCards.refusedByBank]: "AUTHENTICATION_REJECTED",
    [liveCards.unavailable]: "AUTHENTICATION_UNAVAILABLE",
    [liveCards.authenticateError]: "AUTHENTICATION_UNAVAILABLE",
    [liveCards.methodThenChallenge]: "AUTHENTICATION_SUCCESSFUL",
    [liveCards.challengeUnable]: "AUTHENTICATION_UNAVAILABLE",
    [liveCards.challengeRejected]: "AUTHENTICATION_REJECTED",
  };
  it.each(Object.entries(statuses))("%s ends 3-D Secure with %s", async (card, status) => {
    await merchant.prepare(card);
    expect(shown()?.authenticationStatus).toBe(status);
  });

  it("tell the merchant not to proceed after an error of 3-D Secure or a refusal", async () => {
    const initiated = await merchant.initiate(await merchant.begin(liveCards.initiateError));
    expect(initiated.body).toMatchObject({ response: { gatewayRecommendation: "DO_NOT_PROCEED" }, result: "FAILURE" });
    for (const card of [liveCards.authenticateError, liveCards.refusedByBank]) {
      const payment = await merchant.begin(card);
      await merchant.initiate(payment);
      const { body } = await merchant.authenticate(payment);
      expect(body).toMatchObject({ response: { gatewayRecommendation: "DO_NOT_PROCEED" }, result: "FAILURE" });
    }
  });

  it.each([
    [liveCards.declined, "FAILURE", "DECLINED", "declined"],
    [liveCards.insufficientFunds, "FAILURE", "INSUFFICIENT_FUNDS", "declined"],
    [liveCards.challengedThenDeclined, "FAILURE", "DECLINED", "declined"],
    [liveCards.blocked, "FAILURE", "BLOCKED", "declined"],
    [liveCards.timedOut, "FAILURE", "TIMED_OUT", "undecided"],
    [cardWithCode("UNKNOWN"), "UNKNOWN", "UNKNOWN", "undecided"],
  ])("%s answers a payment with %s and %s, and holds no money", async (card, result, gatewayCode, state) => {
    const { paid } = await merchant.buy(card);
    expect(paid.status).toBe(201);
    expect(paid.body).toMatchObject({ result, response: { gatewayCode } });
    expect(shown()).toMatchObject({ state, chargeCount: 0, held: "0.00" });
  });

  it("of any number have a payment that the expiry decides", async () => {
    for (const [expiry, gatewayCode] of expiryRows) {
      const [month, year] = expiry.split("/");
      const { paid } = await merchant.buy("4111111111111111", {
        [`${path}.expiry.month`]: month,
        [`${path}.expiry.year`]: year,
      });
      expect(paid.body, expiry).toMatchObject({ response: { gatewayCode } });
    }
    const { paid } = await merchant.buy("4111111111111111", { [`${path}.expiry.year`]: "20" });
    expect(paid.body).toMatchObject({ response: { gatewayCode: "EXPIRED_CARD" } });
  });

  it("answer the security code and the street with their results", async () => {
    const changes = { [`${path}.securityCode`]: "102", "billing.address.street": "1 November St" };
    const payment = await merchant.begin(liveCards.frictionless, changes);
    await merchant.initiate(payment);
    await merchant.authenticate(payment, { billing: undefined });
    expect((await merchant.pay(payment)).body).toMatchObject({
      response: {
        cardSecurityCode: { gatewayCode: "NO_MATCH" },
        cardholderVerification: { avs: { gatewayCode: "NO_MATCH" } },
      },
    });
  });

  it("have different numbers with a correct check digit", () => {
    const numbers = emulatorCards.map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const number of numbers) expect(passesLuhn(number), number).toBe(true);
  });
});

describe("a repeated request", () => {
  it("gets the first answer and moves no money again", async () => {
    const { paid, ...payment } = await merchant.buy(liveCards.frictionless);
    const again = await merchant.pay(payment);
    expect([again.status, again.text]).toEqual([201, paid.text]);
    expect(shown()).toMatchObject({ chargeCount: 1 });
    expect(emulator.state().violations).toEqual([]);
  });

  it("is done if the first one was refused as invalid", async () => {
    const payment = await merchant.prepare(liveCards.frictionless);
    expect((await merchant.pay(payment, { "order.amount": "12" })).status).toBe(400);
    expect((await merchant.pay(payment)).body).toMatchObject({ result: "SUCCESS" });
  });
});

describe("voids, refunds and captures", () => {
  it("void a payment once, and then the order is cancelled", async () => {
    const { orderId } = await merchant.buy(liveCards.frictionless);
    expect((await merchant.void(orderId)).body).toMatchObject({
      result: "SUCCESS",
      order: { status: "CANCELLED", totalCapturedAmount: 0 },
      transaction: { type: "VOID_PAYMENT", targetTransactionId: "pay", amount: 12.05 },
    });
    expect((await merchant.void(orderId)).status).toBe(201);
    expect((await merchant.void(orderId, {}, "void-2")).status).toBe(400);
    expect(shown()).toMatchObject({ state: "voided", voidCount: 1, chargeCount: 1, held: "0.00" });
    expect(emulator.state().violations).toEqual([]);
  });

  it("refund parts of a payment up to its amount", async () => {
    const { orderId } = await merchant.buy(liveCards.frictionless);
    emulator.settleAll();
    const refund = (amount: string, id: string) => merchant.refund(orderId, { "transaction.amount": amount }, id);
    expect((await refund("5.00", "r1")).body).toMatchObject({
      result: "SUCCESS",
      order: { status: "PARTIALLY_REFUNDED", totalRefundedAmount: 5 },
      transaction: { id: "r1", type: "REFUND", amount: 5 },
    });
    expect((await refund("7.05", "r2")).body).toMatchObject({ order: { status: "REFUNDED" } });
    expect((await refund("0.01", "r3")).status).toBe(400);
    expect(shown()).toMatchObject({
      refunds: [
        { transactionIdentifier: "r1", amount: "5.00" },
        { transactionIdentifier: "r2", amount: "7.05" },
      ],
      ...{ isSettled: true, held: "0.00" },
    });
  });

  it("capture an authorization, which moves the money", async () => {
    const payment = await merchant.prepare(liveCards.frictionless);
    const { body } = await merchant.pay(payment, { apiOperation: "AUTHORIZE" }, "authorize");
    expect(body).toMatchObject({ order: { status: "AUTHORIZED" }, transaction: { type: "AUTHORIZATION" } });
    expect(shown()).toMatchObject({ state: "authorized", chargeCount: 0, held: "12.05" });
    const captured = await merchant.put(payment.orderId, "capture", bodies.capture);
    expect(captured.body).toMatchObject({ order: { status: "CAPTURED" }, transaction: { type: "CAPTURE" } });
    expect(shown()).toMatchObject({ state: "captured", chargeCount: 1, held: "12.05" });
    await merchant.void(payment.orderId, { "transaction.targetTransactionId": "capture" });
    expect(shown()).toMatchObject({ state: "voided", held: "0.00" });
    expect(emulator.state().violations).toEqual([]);
  });

  it("are declined for one card", async () => {
    const { orderId } = await merchant.buy(liveCards.irreversible);
    expect((await merchant.void(orderId)).body).toMatchObject({ result: "FAILURE" });
    expect((await merchant.refund(orderId)).body).toMatchObject({ result: "FAILURE" });
    expect(shown()).toMatchObject({ state: "captured", refunds: [], voidCount: 0, held: "12.05" });
  });
});

describe("queries", () => {
  it("return an order with its transactions, and a transaction as the PUT answered it", async () => {
    const { orderId, paid } = await merchant.buy(liveCards.frictionless);
    const { status, body } = await merchant.get(orderId);
    expect([status, body]).toMatchObject([
      200,
      {
        id: orderId,
        status: "CAPTURED",
        totalCapturedAmount: 12.05,
        transaction: [{ transaction: { id: "auth" } }, {}],
      },
    ]);
    expect((await merchant.get(orderId, "pay")).body).toEqual(paid.body);
  });

  it("refuse an unknown order or transaction, and those of another profile, with HTTP 400", async () => {
    const { orderId } = await merchant.buy(liveCards.frictionless);
    expect(await merchant.get("unknown")).toMatchObject({
      status: 400,
      body: { result: "ERROR", error: { cause: "INVALID_REQUEST", explanation: "Unable to find order unknown" } },
    });
    expect((await merchant.get(orderId, "unknown")).status).toBe(400);
    const [other] = profiles;
    expect((await new Merchant(emulator.baseAddress, other).get(orderId)).status).toBe(400);
  });
});

describe("a profile", () => {
  it("is refused with 401 if its password is wrong", async () => {
    const wrong = new Merchant(emulator.baseAddress, { ...merchant.profile, password: "wrong" });
    for (const reply of [await wrong.get("order"), await wrong.send("POST", "session")])
      expect(reply).toMatchObject({ status: 401, body: { error: { explanation: "Invalid credentials." } } });
    expect(emulator.state().violations).toEqual([]);
  });

  it("learns its currencies, cards and operations, and that the gateway operates", async () => {
    for (const profile of profiles) {
      const own = new Merchant(emulator.baseAddress, profile);
      expect((await own.send("POST", "paymentOptionsInquiry", {})).body).toMatchObject({
        result: "SUCCESS",
        supportedPaymentOperations: [
          { supportedPaymentOperation: "PURCHASE" },
          { supportedPaymentOperation: "AUTHORIZE" },
        ],
        paymentTypes: { card: { currencies: profile.currencies.map((currency) => ({ currency })) } },
      });
    }
    const response = await fetch(`${emulator.baseAddress}api/rest/version/100/information`);
    expect([response.status, await response.json()]).toMatchObject([200, { status: "OPERATING" }]);
  });
});

describe("a page of the merchant's own", () => {
  const formOf = (action = "", name = "", value = "", target = "") =>
    `<form method="POST" action="${action}" target="${target}"><input type="hidden" name="${name}" value="${value}"></form>`;

  it("can fill a hidden frame with the method page, and then returns by its own form", async () => {
    const payment = await merchant.begin(liveCards.fingerprint);
    const { methodUrl, methodPostData } =
      redirectOf((await merchant.initiate(payment)).body).customizedHtml?.["3ds2"] ?? {};
    const html = `<iframe name="bank"></iframe>${formOf(methodUrl, "threeDSMethodData", methodPostData, "bank")}`;
    const posted = await visitGateway(html + formOf(shopReturn, "step", "1"));
    expect(posted).toEqual({ action: shopReturn, fields: { step: "1" } });
    expect(shown()?.methodCompleted).toBe(true);
  });

  it("can lead to the challenge without a frame", async () => {
    const payment = await merchant.begin(liveCards.challenged);
    await merchant.initiate(payment);
    const { acsUrl, cReq } = redirectOf((await merchant.authenticate(payment)).body).customizedHtml?.["3ds2"] ?? {};
    for (const [visit, result] of [
      ["fail", "FAILURE"],
      ["pass", "FAILURE"],
    ] as const)
      expect(await visitGateway(formOf(acsUrl, "creq", cReq), visit)).toMatchObject({
        action: shopReturn,
        fields: { result },
      });
  });
});
