import { describe, expect, it } from "vitest";
import { startForTests } from "@/emulator/testing/start-for-tests";
import { mpgsEmulator } from "./emulator";
import type { Fault, FaultEndpoint } from "./faults";
import { liveCards } from "./testing/live-cards";
import { bodies, Merchant, redirectOf, visit } from "./testing/merchant";

const emulator = await startForTests(mpgsEmulator);
const merchant = new Merchant(emulator.baseAddress);

const card = liveCards.frictionless;
const chargeCount = () => emulator.state().transactions[0]?.chargeCount;

describe("faults of a payment", () => {
  const cases: [Fault["kind"], status: number, answer: object, charges: number][] = [
    ["code", 201, { result: "FAILURE", response: { gatewayCode: "DECLINED" }, transaction: { id: "pay" } }, 0],
    ["server_busy", 503, { result: "ERROR", error: { cause: "SERVER_BUSY" } }, 0],
    ["server_failed", 500, { result: "ERROR", error: { cause: "SERVER_FAILED" } }, 0],
    ["invalid_request", 400, { result: "ERROR", error: { cause: "INVALID_REQUEST" } }, 0],
    ["request_rejected", 403, { result: "ERROR", error: { cause: "REQUEST_REJECTED" } }, 0],
    ["unknown_code", 201, { result: "UNLISTED", response: { gatewayCode: "UNLISTED" } }, 1],
    ["pending", 201, { result: "PENDING", response: { gatewayCode: "PENDING" } }, 1],
    ["wrong_amount", 201, { result: "SUCCESS", order: { totalCapturedAmount: 13.05 } }, 1],
    ["wrong_currency", 201, { result: "SUCCESS", transaction: { currency: "USD" } }, 1],
    ["http_500_after", 500, {}, 1],
    ["http_500_empty", 500, {}, 0],
  ];
  it.each(cases)("%s answers HTTP %i with %o, and moves money %i times", async (kind, status, answer, charges) => {
    const payment = await merchant.prepare(card);
    emulator.addFault({ endpoint: "pay", kind });
    expect(await merchant.pay(payment)).toMatchObject({ status, body: answer });
    expect(chargeCount()).toBe(charges);
    expect(emulator.state().violations).toEqual([]);
  });

  it("code answers with any code", async () => {
    const payment = await merchant.prepare(card);
    emulator.addFault({ endpoint: "pay", kind: "code", code: "SOMETHING_NEW" });
    expect((await merchant.pay(payment)).body).toMatchObject({ response: { gatewayCode: "SOMETHING_NEW" } });
  });

  it("wrong_identifier changes the ids only in the answer", async () => {
    const payment = await merchant.prepare(card);
    emulator.addFault({ endpoint: "pay", kind: "wrong_identifier" });
    const { body } = await merchant.pay(payment);
    const { order, transaction } = body as { order: { id: string }; transaction: { id: string } };
    expect([order.id === payment.orderId, transaction.id === "pay"]).toEqual([false, false]);
    expect(emulator.state().transactions).toMatchObject([{ transactionIdentifier: payment.orderId, chargeCount: 1 }]);
  });

  it("a lost answer can be asked for again, whether or not the work was done, and moves money once", async () => {
    for (const kind of ["lost_before", "lost_after"] as const) {
      emulator.reset();
      const payment = await merchant.prepare(card);
      emulator.addFault({ endpoint: "pay", kind });
      await expect(merchant.pay(payment)).rejects.toThrow();
      expect((await merchant.pay(payment)).body).toMatchObject({ result: "SUCCESS" });
      expect(chargeCount()).toBe(1);
      expect(emulator.state().violations).toEqual([]);
    }
  });
});

it("a fault works at every endpoint of the merchant", async () => {
  const { orderId, sessionId } = await merchant.buy(card);
  const order = `order/${orderId}`;
  const put = (id: string, body: object): [string, string, object] => ["PUT", `${order}/transaction/${id}`, body];
  const requests: Record<
    Exclude<FaultEndpoint, BrowserEndpoint | "information" | "history">,
    [string, string, object?]
  > = {
    options: ["POST", "paymentOptionsInquiry"],
    createSession: ["POST", "session"],
    updateSession: ["PUT", `session/${sessionId}`, bodies.fill(card)],
    initiate: put("auth", bodies.initiate(sessionId)),
    authenticate: put("auth", bodies.authenticate(sessionId)),
    pay: put("pay", bodies.pay(sessionId)),
    authorize: put("authorize", { ...bodies.pay(sessionId), apiOperation: "AUTHORIZE" }),
    capture: put("capture", bodies.capture),
    void: put("void", bodies.void),
    refund: put("refund", bodies.refund),
    order: ["GET", order],
    transaction: ["GET", `${order}/transaction/pay`],
  };
  for (const [endpoint, [method, path, body]] of Object.entries(requests)) {
    emulator.addFault({ endpoint: endpoint as FaultEndpoint, kind: "http_500_empty" });
    expect((await merchant.send(method, path, body)).status, endpoint).toBe(500);
  }
  for (const path of ["api/rest/version/100/information", "history/version/1/merchant/x/transaction"]) {
    emulator.addFault({ endpoint: path.startsWith("api") ? "information" : "history", kind: "http_500_empty" });
    expect((await fetch(emulator.baseAddress + path)).status, path).toBe(500);
  }
  expect(emulator.state().transactions).toMatchObject([{ state: "captured", refunds: [], voidCount: 0 }]);
});

type BrowserEndpoint = "method" | "challenge" | "return";

describe("faults of the browser's pages", () => {
  const challenge = async (fault: Fault, answer = {}) => {
    const payment = await merchant.begin(liveCards.challenged);
    await merchant.initiate(payment);
    const { html } = redirectOf((await merchant.authenticate(payment)).body);
    emulator.addFault(fault);
    return { ...payment, posted: await visit(html, answer) };
  };
  const statusOf = () => emulator.state().transactions[0]?.authenticationStatus;

  it("never ends without a post, but the gateway knows the result", async () => {
    expect((await challenge({ endpoint: "return", kind: "never" })).posted).toBeNull();
    expect(statusOf()).toBe("AUTHENTICATION_SUCCESSFUL");
  });

  it("forged claims a success, although the payer failed", async () => {
    const { posted } = await challenge({ endpoint: "return", kind: "forged" }, { action: "cancel" });
    expect(posted).toMatchObject({ result: "SUCCESS", "response.gatewayRecommendation": "PROCEED" });
    expect(statusOf()).toBe("AUTHENTICATION_FAILED");
  });

  it("forged can also name another order or transaction", async () => {
    for (const forge of ["order", "transaction"] as const) {
      const { posted, orderId } = await challenge({ endpoint: "return", kind: "forged", forge });
      const isGenuine = [posted?.["order.id"] === orderId, posted?.["transaction.id"] === "auth"];
      expect(isGenuine).toEqual([forge !== "order", forge !== "transaction"]);
    }
  });

  it("general faults work at the method page, the challenge and the return", async () => {
    for (const endpoint of ["challenge", "return"] as const)
      expect((await challenge({ endpoint, kind: "html" })).posted).toBeNull();
    const { body } = await merchant.initiate(await merchant.begin(liveCards.fingerprint));
    emulator.addFault({ endpoint: "method", kind: "html" });
    await visit(redirectOf(body).html);
    expect(emulator.state().faults).toEqual([]);
    expect(emulator.state().transactions.at(-1)?.methodCompleted).toBe(false);
  });
});
