import { describe, expect, it } from "vitest";
import { startForTests } from "@/emulator/testing/start-for-tests";
import { mpgsEmulator } from "./emulator";
import { findProfile, profiles } from "./profiles";
import { liveCards } from "./testing/live-cards";
import { bodies, type Fields, Merchant, redirectOf, statusOf, visit } from "./testing/merchant";
import { type WireRule, wireRules } from "./violations";

const emulator = await startForTests(mpgsEmulator);
const merchant = new Merchant(emulator.baseAddress);
const covered = new Set<WireRule>();

function expectRules(...rules: WireRule[]): void {
  expect(emulator.state().violations.map(({ rule }) => rule)).toEqual(rules);
  for (const rule of rules) covered.add(rule);
}

const card = liveCards.frictionless;
const cardPath = "sourceOfFunds.provided.card";
const browser = "device.browserDetails";

type Case = [rule: WireRule, changes: Fields];
const describeCase = ([rule, changes]: Case): [WireRule, string, Fields] => [
  rule,
  Object.keys(changes).join(),
  changes,
];

describe("a session is checked for", () => {
  const fillCases: Case[] = [
    ["unknown_field", { "order.walletProvider": "X" }],
    ["field_missing", { "sourceOfFunds.type": undefined }],
    ["field_value", { "sourceOfFunds.type": "WALLET" }],
    ["field_value", { [`${cardPath}.storedOnFile`]: "YES" }],
    ["card_number_format", { [`${cardPath}.number`]: "4111 1111 1111 1111" }],
    ["card_number_format", { [`${cardPath}.number`]: 4111111111111111 }],
    ["card_number_format", { [`${cardPath}.number`]: "36006666333344" }],
    ["expiry_format", { [`${cardPath}.expiry.month`]: "5" }],
    ["expiry_format", { [`${cardPath}.expiry.month`]: 12 }],
    ["expiry_format", { [`${cardPath}.expiry.year`]: "2039" }],
    ["security_code_format", { [`${cardPath}.securityCode`]: "1000" }],
    ["security_code_format", { [`${cardPath}.securityCode`]: "12" }],
    ["amount_format", { "order.amount": "12.5" }],
    ["country_format", { "billing.address.country": "TT" }],
  ];
  it.each(fillCases.map(describeCase))("%s (%s)", async (rule, _paths, changes) => {
    const { body } = await merchant.send("POST", "session");
    const { id } = body.session as { id: string };
    const reply = await merchant.fill(id, bodies.fill(card), changes);
    expect(reply).toMatchObject({ status: 400, body: { result: "ERROR", error: { cause: "INVALID_REQUEST" } } });
    expectRules(rule);
  });

  it("too many authentications, in its creation and in its use", async () => {
    expect((await merchant.send("POST", "session", { session: { authenticationLimit: 26 } })).status).toBe(400);
    const { body } = await merchant.send("POST", "session", { session: { authenticationLimit: 1 } });
    const { id: sessionId } = body.session as { id: string };
    await merchant.fill(sessionId, bodies.fill(card));
    await merchant.initiate({ orderId: "one", sessionId });
    await merchant.initiate({ orderId: "two", sessionId });
    expectRules("authentication_limit", "authentication_limit");
  });

  it("its existence, its life of 15 minutes, its card and its version", async () => {
    await merchant.initiate({ orderId: "a", sessionId: "SESSION1" });
    expectRules("session_unknown");
    const { body } = await merchant.send("POST", "session");
    const { id: sessionId } = body.session as { id: string };
    await merchant.initiate({ orderId: "a", sessionId });
    expectRules("session_unknown", "session_empty");
    const older = new Merchant(emulator.baseAddress, merchant.profile, "72");
    await older.fill(sessionId, bodies.fill(card));
    expectRules("session_unknown", "session_empty", "session_version");
    emulator.reset();
    const payment = await merchant.prepare(card);
    emulator.advanceClock(15 * 60_000);
    expect((await merchant.pay(payment)).status).toBe(400);
    expectRules("session_expired");
  });

  it("its profile: a session of another one is unknown", async () => {
    const sessionId = await merchant.openSession(card);
    const [other] = profiles;
    await new Merchant(emulator.baseAddress, other).initiate({ orderId: "a", sessionId }, { "order.currency": "BBD" });
    expectRules("session_unknown");
  });
});

describe("an authentication is checked for", () => {
  const initiateCases: Case[] = [
    ["session_missing", { session: undefined }],
    ["operation_unknown", { apiOperation: "INITIATE" }],
    ["operation_unknown", { apiOperation: undefined }],
    ["unknown_field", { "order.amount": "12.05" }],
    ["unknown_field", { "Order.reference": "1" }],
    ["field_missing", { "authentication.purpose": undefined }],
    ["field_value", { "authentication.acceptVersions": "3DS1" }],
    ["field_value", { "authentication.channel": "MERCHANT_REQUESTED" }],
    ["currency_format", { "order.currency": "780" }],
    ["currency_not_enabled", { "order.currency": "EUR" }],
    ["url_format", { "order.notificationUrl": "shop.example" }],
  ];
  it.each(initiateCases.map(describeCase))("%s (%s), before it begins", async (rule, _paths, changes) => {
    const payment = await merchant.begin(card);
    expect((await merchant.initiate(payment, changes)).status).toBe(400);
    expectRules(rule);
  });

  const authenticateCases: Case[] = [
    ["amount_format", { "order.amount": 12.05 }],
    ["amount_format", { "order.amount": "12" }],
    ["amount_format", { "order.amount": "-1.00" }],
    ["url_format", { "authentication.redirectResponseUrl": "javascript:alert(1)" }],
    ["browser_details_incomplete", { [`${browser}.language`]: undefined }],
    ["browser_details_incomplete", { "device.browser": undefined }],
    ["field_value", { [`${browser}.3DSecureChallengeWindowSize`]: "04" }],
    ["field_value", { [`${browser}.colorDepth`]: "deep" }],
    ["field_value", { "authentication.challengePreference": "ALWAYS" }],
    ["amount_changed", { "order.currency": "USD" }],
  ];
  it.each(authenticateCases.map(describeCase))("%s (%s), before the bank is asked", async (rule, _paths, changes) => {
    const payment = await merchant.begin(card);
    await merchant.initiate(payment);
    expect((await merchant.authenticate(payment, changes)).status).toBe(400);
    expectRules(rule);
  });

  it("its beginning, and the same card", async () => {
    const payment = await merchant.begin(card);
    expect((await merchant.authenticate(payment)).status).toBe(400);
    expectRules("authenticate_unprepared");
    emulator.reset();
    const other = await merchant.begin(card);
    await merchant.initiate(other);
    await merchant.fill(other.sessionId, bodies.fill(liveCards.challenged));
    expect((await merchant.authenticate(other)).status).toBe(400);
    expectRules("card_changed");
  });
});

describe("a payment is checked for", () => {
  it("the amount, the currency and the card that were authenticated", async () => {
    const payment = await merchant.prepare(card);
    expect((await merchant.pay(payment, { "order.amount": "12.06" })).status).toBe(400);
    expect((await merchant.pay(payment, { "order.currency": "USD" })).status).toBe(400);
    await merchant.fill(payment.sessionId, bodies.fill(liveCards.attempted));
    expect((await merchant.pay(payment)).status).toBe(400);
    expectRules("amount_changed", "amount_changed", "card_changed");
  });

  it("an authentication of its own order", async () => {
    const other = await merchant.prepare(card);
    expect((await merchant.pay({ ...other, orderId: "another" })).status).toBe(400);
    expectRules("authentication_unknown");
  });

  it("an authentication that passed, also if it is not named", async () => {
    const payment = await merchant.prepare(liveCards.refusedByBank);
    expect((await merchant.pay(payment)).body).toMatchObject({ response: { gatewayCode: "AUTHENTICATION_FAILED" } });
    expectRules("authentication_not_passed");
    emulator.reset();
    const unnamed = await merchant.prepare(liveCards.refusedByBank);
    await merchant.pay(unnamed, { authentication: undefined });
    expectRules("authentication_not_passed");
    expect(emulator.state().transactions).toMatchObject([{ chargeCount: 1 }]);
    emulator.reset();
    await merchant.pay(await merchant.prepare(card), { authentication: undefined });
    expectRules("authentication_left_out");
  });

  it("a second id after a first payment that was not refused", async () => {
    const { paid, ...payment } = await merchant.buy(card);
    expect(paid.status).toBe(201);
    await merchant.pay(payment, {}, "pay-2");
    expectRules("payment_sent_again");
    expect(emulator.state().transactions).toMatchObject([{ chargeCount: 2 }]);
    for (const kind of ["lost_after", "lost_before"] as const) {
      emulator.reset();
      emulator.addFault({ endpoint: "pay", kind });
      const lost = await merchant.prepare(card);
      await merchant.pay(lost).catch(() => null);
      await merchant.pay(lost, {}, "pay-2");
      expectRules("payment_sent_again");
    }
    emulator.reset();
    const { paid: declined, ...second } = await merchant.buy(liveCards.declined);
    expect(declined.body).toMatchObject({ result: "FAILURE" });
    await merchant.pay(second, {}, "pay-2");
    expectRules();
  });

  it("the same body under the same ids", async () => {
    const { paid, ...payment } = await merchant.buy(card);
    expect(paid.status).toBe(201);
    await merchant.pay(payment, { "order.reference": "ORDER-2" });
    await merchant.put(payment.orderId, "pay", bodies.refund);
    expectRules("body_changed", "body_changed");
    expect(emulator.state().transactions).toMatchObject([{ chargeCount: 1, refunds: [] }]);
  });

  it("ids of at most 40 characters", async () => {
    const payment = await merchant.begin(card);
    expect((await merchant.initiate({ ...payment, orderId: "x".repeat(41) })).status).toBe(400);
    expect((await merchant.get("order", "x".repeat(42))).status).toBe(400);
    expectRules("id_format", "id_format");
  });
});

describe("a refund, capture or void is checked for", () => {
  it("a payment before the refund, its amount and its currency", async () => {
    const { orderId } = await merchant.prepare(card);
    expect((await merchant.refund(orderId)).status).toBe(400);
    expectRules("refund_before_capture");
    emulator.reset();
    const { orderId: paidOrder } = await merchant.buy(card);
    expect((await merchant.refund(paidOrder, { "transaction.amount": "12.06" })).status).toBe(400);
    expect((await merchant.refund(paidOrder, { "transaction.currency": "USD" })).status).toBe(400);
    expectRules("refund_over_amount", "currency_changed");
  });

  it("an authorization before the capture, and its amount", async () => {
    const payment = await merchant.prepare(card);
    expect((await merchant.put(payment.orderId, "capture", bodies.capture)).status).toBe(400);
    await merchant.pay(payment, { apiOperation: "AUTHORIZE" }, "authorize");
    const more = { "transaction.amount": "12.06" };
    expect((await merchant.put(payment.orderId, "capture", bodies.capture, more)).status).toBe(400);
    expectRules("capture_unauthorized", "capture_unauthorized");
  });

  it("the target of a void", async () => {
    const { orderId } = await merchant.buy(card);
    expect((await merchant.void(orderId, { "transaction.targetTransactionId": "auth" })).status).toBe(400);
    expectRules("void_target");
  });

  it("a second void after the answer that it is too late, but not after a lost answer", async () => {
    const { orderId } = await merchant.buy(card);
    emulator.settleAll();
    emulator.addFault({ endpoint: "void", kind: "lost_after" });
    await merchant.void(orderId).catch(() => null);
    expect((await merchant.void(orderId, {}, "void-2")).status).toBe(400);
    expectRules();
    await merchant.void(orderId, {}, "void-3");
    expectRules("void_after_cut_off");
  });

  it("another operation on the same order, which is answered with LOCK_FAILURE", async () => {
    const { orderId } = await merchant.buy(card);
    emulator.addFault({ endpoint: "refund", kind: "delay", ms: 400 });
    const refunding = merchant.refund(orderId);
    await expect.poll(() => emulator.state().faults, { interval: 5 }).toEqual([]);
    expect((await merchant.void(orderId)).body).toMatchObject({ response: { gatewayCode: "LOCK_FAILURE" } });
    await refunding;
    expectRules("operations_at_once");
  });
});

describe("any request is checked for", () => {
  it("its credentials: the user and the path name one profile, and test and live are apart", async () => {
    await merchant.send("GET", "order/x", undefined, { authorization: "Bearer x" });
    const [barbados] = profiles;
    const others = [barbados, findProfile(merchant.profile.id.replace(/^TEST/, ""))];
    for (const other of others) {
      const headers = other ? new Merchant(emulator.baseAddress, other).credentials() : {};
      expect((await merchant.send("GET", "order/x", undefined, headers)).status).toBe(401);
    }
    expectRules("credentials_missing", "merchant_mismatch", "test_and_live_mixed");
  });

  it("the password of the service", async () => {
    const headers = merchant.credentials(merchant.profile.reportingPassword);
    expect((await merchant.send("GET", "order/x", undefined, headers)).status).toBe(401);
    expectRules("password_of_other_service");
  });

  it("invented paths, wrong methods and credentials in a query, but not the path of a browser's icon", async () => {
    expect((await merchant.send("GET", "wallet")).status).toBe(404);
    expect((await merchant.send("DELETE", "order/x")).status).toBe(405);
    await merchant.send("GET", "order/x?password=y");
    await fetch(`${emulator.origin}/favicon.ico`);
    expectRules("unknown_path", "wrong_method", "credentials_in_query");
  });

  it("a JSON body with its Content-Type and without repeated keys", async () => {
    const send = (body: string, headers = {}) => merchant.send("POST", "session", body, headers);
    expect((await send("{}", { "content-type": "text/plain" })).status).toBe(400);
    expect((await send("{")).status).toBe(400);
    expect((await send('{"session":{},"session":{}}')).status).toBe(400);
    expectRules("content_type_missing", "body_not_json", "duplicate_key");
  });

  it("the period and the columns of the history", async () => {
    const { profile } = merchant;
    const headers = merchant.credentials(profile.reportingPassword);
    const history = (query: string) =>
      fetch(`${emulator.baseAddress}history/version/1/merchant/${profile.id}/transaction?${query}`, { headers });
    const period = "timeOfRecord.start=2026-01-01T00:00:00Z&timeOfRecord.end=2026-01-02T00:00:00Z";
    const columns = "columns=order.id&columnHeaders=order";
    for (const query of [
      `timeOfRecord.start=2026-01-01T00:00:00Z&${columns}`,
      `timeOfRecord.start=2026-01-01&timeOfRecord.end=2026-01-02&${columns}`,
      period,
      `${period}&columns=order.id,result&columnHeaders=order`,
      `${period}&columns=card.number&columnHeaders=card`,
    ])
      expect((await history(query)).status).toBe(400);
    expect((await history(`${period}&${columns}`)).status).toBe(200);
    expectRules("history_period", "history_period", "history_columns", "history_columns", "history_columns");
  });
});

it("a correct merchant breaks no rule with any card", async () => {
  for (const number of Object.values(liveCards)) {
    const payment = await merchant.begin(number);
    const { body: initiated } = await merchant.initiate(payment);
    const isAvailable = statusOf(initiated) === "AUTHENTICATION_AVAILABLE";
    const { body } = isAvailable ? await merchant.authenticate(payment) : { body: initiated };
    await visit(redirectOf(body).html);
    const { body: known } = await merchant.get(payment.orderId, "auth");
    const { gatewayRecommendation } = known.response as { gatewayRecommendation: string };
    if (gatewayRecommendation !== "PROCEED") continue;
    await merchant.pay(payment);
    await merchant.get(payment.orderId);
    await merchant.void(payment.orderId);
  }
  expectRules();
});

it("every rule has a test, and no violation or order contains card data", async () => {
  expect(Object.keys(wireRules).filter((rule) => !covered.has(rule as WireRule))).toEqual([]);
  await merchant.buy("5123456789012346", { [`${cardPath}.securityCode`]: "737" });
  await merchant.begin("5123456789012346x", { [`${cardPath}.number4111111111111111`]: "x" });
  const text = JSON.stringify(emulator.state());
  for (const secret of ["512345678901", "4111111111111111", '"737"']) expect(text).not.toContain(secret);
});
